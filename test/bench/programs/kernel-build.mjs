// Resolves and freezes contributions of ten contributors, one in twenty of which loses its ID to another.
import { input, ours, report } from './report.mjs'

const { Builder } = await ours('kernel')
const CONTRIBUTORS = 10

/** @param {number} part */
function contributions(part) {
  const all = []
  for (let i = part; i < input.count; i += CONTRIBUTORS) {
    const number = (i * 7919) % input.count
    const shadowed = i % 20 === 0
    all.push({
      kind: 'command',
      id: `area_${number % 97}.command_${shadowed ? number + 1 : number}`,
      source: { scope: shadowed ? 'project' : 'builtin', path: `commands/${number}.ts` },
      payload: { title: `Command ${number}`, tags: ['a', 'b'] },
    })
  }
  return all
}

const builder = new Builder()
for (let part = 0; part < CONTRIBUTORS; part++) {
  const all = contributions(part)
  builder.addContributor({ name: `part-${part}`, contribute: () => all })
}
const start = performance.now()
const { snapshot } = await builder.build()
report({ build: performance.now() - start, generation: snapshot.generation })
