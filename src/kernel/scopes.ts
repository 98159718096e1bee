/** The scopes that every build knows, with their tiers: the highest tier that offers an ID wins it. */
export const SCOPES: Readonly<Record<string, number>> = Object.freeze({
  builtin: 10,
  global: 20,
  plugin: 30,
  codex_compat: 40,
  claude_compat: 50,
  project: 60,
})
