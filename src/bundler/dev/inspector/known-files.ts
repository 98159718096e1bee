import type { InspectorState } from '../../../inspector/state.ts'

/** Every file that the inspector shows as a place: what it may open in an editor, and nothing else. */
export function knownFiles(state: InspectorState): ReadonlySet<string> {
  const files = [
    ...state.modules.flatMap(({ place, entry, shadows }) => [
      place.file,
      ...Object.values(entry.unresolved ?? {}).map((field) => field?.file),
      ...shadows.map(({ file }) => file),
    ]),
    ...state.plugins.flatMap(({ place, entry }) => [place.file, entry.file]),
    ...state.contributions.flatMap(({ file, shadows }) => [file, ...shadows.map((one) => one.file)]),
    ...state.problems.flatMap(({ diagnostic: { file, related } }) => [
      file,
      ...related.map((one) => one.file),
    ]),
  ]
  return new Set(files.filter((file) => file !== undefined))
}
