import { build } from 'vite'
import { expect, test } from 'vitest'
import moduleRegistry from '../../src/vite.ts'
import { createProject, readTree } from '../bundlers/support/project.ts'
import { moduleText } from '../dev-server/support/dev.ts'

test('nothing of the inspector is in a build, also when it may call modules', async () => {
  const project = await createProject({
    'extensions/a.ts': moduleText('A'),
    'index.html': '<!doctype html><script type="module" src="/main.ts"></script>',
    'main.ts': `import { registry } from 'virtual:module-registry'\nconsole.log(registry.ids())`,
  })
  const outputs: Record<string, string>[] = []
  for (const inspector of [{ calls: true }, false] as const) {
    await build({
      root: project.root,
      configFile: false,
      logLevel: 'silent',
      plugins: [moduleRegistry({ inspector })],
    })
    outputs.push(readTree(project.path('dist')))
  }
  expect(outputs[0]).toEqual(outputs[1])
  expect(Object.keys(outputs[0]!).some((name) => name.endsWith('.js'))).toBe(true)
  for (const text of Object.values(outputs[0]!))
    expect(text).not.toMatch(/__module-registry|inspector|overlay/)
})
