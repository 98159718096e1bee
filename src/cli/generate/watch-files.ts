import { watch } from 'chokidar'
import { normalize } from 'pathe'
import { count } from '../../diagnostics/wording.ts'
import { type CommandContext, EXIT } from '../command.ts'
import { sayNotes } from '../text/compile-project.ts'
import { hasErrors, printProblems, printSummary } from '../text/problems.ts'
import { printWritten } from './generate.ts'
import { WatchedProject } from './watched-project.ts'
import type { WrittenFiles } from './write-files.ts'

/** Changes that come this close together are one, in milliseconds. */
const BURST_MS = 50
/** When to look again at what was not watched before, in milliseconds. */
const SECOND_LOOK_MS = 250

/**
 * Keeps the generated files up to date until the user interrupts. What is wrong is said once, and so is that it is mended.
 */
export async function watchFiles(context: CommandContext): Promise<number> {
  const interrupted = context.io.onInterrupt()
  const settings = await context.settings()
  sayNotes(settings, context)
  const project = new WatchedProject(settings, context)
  const watcher = watch([], { ignoreInitial: true, depth: 0, persistent: true })
  const watched = new Set<string>()
  const say = createReporter(context)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isConfigStale = false

  const schedule = (delay: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(look)
    }, delay)
  }
  const look = async (): Promise<void> => {
    if (interrupted.aborted) return
    if (isConfigStale) {
      isConfigStale = false
      await project.reloadSettings()
    }
    say(await project.write(), project.configProblem)
    watchTargets()
  }
  const watchTargets = (): void => {
    const targets = project.targets
    const fresh = targets.filter((path) => !watched.has(path))
    watched.clear()
    for (const path of targets) watched.add(path)
    if (fresh.length === 0) return
    watcher.add(fresh)
    // What happened before the system began to watch, nobody tells.
    schedule(SECOND_LOOK_MS)
  }

  watcher.on('all', (event, path) => {
    const changed = normalize(path)
    if (changed === project.configFile) isConfigStale = true
    // What is gone is watched no more, also when it comes back.
    if (event === 'unlinkDir' || event === 'unlink') watched.delete(changed)
    schedule(BURST_MS)
  })
  watcher.on('error', () => schedule(BURST_MS))
  await look()
  const { note, paintNote } = context.terminal
  note(paintNote.dim('Watching for changes. Ctrl-C ends it.'))
  await ended(interrupted)
  clearTimeout(timer)
  await running
  await watcher.close()
  return EXIT.fine
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })
}

/** Says what a run did, as far as it is news. */
function createReporter(
  context: CommandContext,
): (written: WrittenFiles, configProblem: string | undefined) => void {
  const { terminal } = context
  const { note, paintNote, noteWidth } = terminal
  let known: string | undefined
  let wasBroken = false
  return (written, configProblem) => {
    const { diagnostics, files, moduleCount } = written
    const isFirst = known === undefined
    const isBroken = configProblem !== undefined || hasErrors(diagnostics)
    const problems = [
      ...(configProblem === undefined ? [] : [`${paintNote.red('error')}  ${configProblem}`]),
      ...(diagnostics.length === 0 ? [] : [printProblems(diagnostics, paintNote, noteWidth)]),
    ].join('\n\n')
    const news = files.filter(({ state }) => isFirst || state === 'written')
    printWritten({ ...written, files: news, diagnostics: [] }, context)
    if (problems !== (known ?? '')) {
      if (problems !== '') note(`\n${problems}`)
      if (diagnostics.length > 0) note(`\n${printSummary(diagnostics, paintNote)}`)
      if (isBroken) note(paintNote.yellow('The generated files stay as they are until this is mended.'))
    }
    if (wasBroken && !isBroken) note(paintNote.green(`Mended: ${count(moduleCount, 'module')}.`))
    known = problems
    wasBroken = isBroken
  }
}
