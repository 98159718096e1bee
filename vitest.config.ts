import { defineConfig } from 'vitest/config'

const fixtures = ['**/node_modules/**', 'test/fixtures/**', 'test/**/fixtures/**']

/** Tests that use the package as it is published. They cost a build and an `npm pack`, once for all. */
const onThePackage = [
  'test/package/**/*.test.ts',
  'test/bench/**/*.test.ts',
  'test/browser/**/*.test.ts',
  'test/playground/**/*.test.ts',
  'test/readme.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    setupFiles: ['test/support/no-surprise-warnings.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'source', include: ['test/**/*.test.ts'], exclude: [...fixtures, ...onThePackage] },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: onThePackage,
          exclude: fixtures,
          testTimeout: 120_000,
          globalSetup: ['test/support/packed/global-setup.ts', 'test/browser/support/say-when-missing.ts'],
        },
      },
    ],
  },
})
