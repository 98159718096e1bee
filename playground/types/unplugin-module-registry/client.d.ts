// Only this repository needs this file: here the package is not installed in `node_modules`, it resolves itself by
// its own name, and TypeScript does that for imports but not for `/// <reference types>`.
/// <reference path="../../../dist/client.d.ts" />
