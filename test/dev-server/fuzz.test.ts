import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it, vi } from 'vitest'
import { compile } from '../../src/index.ts'
import { moduleText, PATIENCE, startDev } from './support/dev.ts'
import { RandomProject, randomNumbers } from './support/random-project.ts'

/** How many changes are made; `FUZZ_STEPS=5000` for a long run, `FUZZ_SEED` for a certain one. */
const steps = Number(process.env.FUZZ_STEPS ?? 120)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1e9))

it(
  `all environments end up where a fresh compilation does, or stay where it was good (FUZZ_SEED=${seed})`,
  async () => {
    const dev = await startDev({ 'extensions/first.ts': moduleText('First') }, { options: { dts: false } })
    const { project } = dev
    const page = await dev.open()
    const { registry } = await dev.ssr()
    const random = randomNumbers(seed)
    const disk = {
      write(file: string, text: string) {
        mkdirSync(dirname(project.path(file)), { recursive: true })
        writeFileSync(project.path(file), text)
      },
      remove: (file: string) => rmSync(project.path(file)),
    }
    const tree = new RandomProject(disk, random)
    let good = JSON.stringify(await dev.catalogInPage())
    const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

    /** Waits until everybody agrees with a fresh compilation. */
    const expectAgreement = async (at: string) => {
      const { catalog, diagnostics } = await compile({ root: project.root, dts: false })
      const isGood = diagnostics.every(({ severity }) => severity !== 'error')
      if (isGood) good = JSON.stringify(catalog)
      const expected = isGood ? good : undefined
      await vi.waitFor(async () => {
        const inPage = JSON.stringify(await dev.catalogInPage())
        expect(JSON.stringify(registry.list()), at).toBe(inPage)
        // While something is wrong, any state on the way that was good may be the last one.
        if (expected !== undefined) expect(inPage, at).toBe(expected)
        const told = page.updates.findLast((update) => update.catalog !== undefined)?.catalog
        if (told !== undefined) expect(JSON.stringify(told), at).toBe(inPage)
      }, PATIENCE)
      return isGood
    }

    let goodLooks = 0
    for (let step = 0; step < steps; step++) {
      tree.step()
      const roll = random()
      if (roll < 0.5) await pause(random() * 150)
      if (roll < 0.08 && (await expectAgreement(`step ${step}`))) goodLooks++
      if (step % 25 === 24) tree.heal()
      if (step % 25 === 24 && (await expectAgreement(`step ${step}, healed`))) goodLooks++
    }
    tree.heal()
    expect(await expectAgreement('the end')).toBe(true)
    expect(goodLooks).toBeGreaterThanOrEqual(0)
    const kinds = new Set(page.messages.map(({ type }) => type))
    expect([...kinds].filter((type) => !['connected', 'custom', 'error', 'update'].includes(type))).toEqual(
      [],
    )
    for (const message of page.messages) {
      if (message.type === 'update') expect(message.updates).toEqual([])
    }
  },
  60_000 + steps * 1000,
)
