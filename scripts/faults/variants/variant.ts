/** One way to break the house, kept as `<name>.patch` beside this file, and the tests that must fail then. */
export type Variant = {
  name: string
  breaks: string
  /** Each by its whole name: the words of its groups and its own. */
  caughtBy: readonly { file: string; test: string }[]
}
