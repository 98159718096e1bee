import { catalog } from 'virtual:module-registry'

console.log(catalog)
