/** A deliberate defect, stored as `<name>.patch` beside this file, and the tests that must fail with it. */
export type Variant = {
  name: string
  breaks: string
  /** Each by its full name: the titles of its groups and its own. */
  caughtBy: readonly { file: string; test: string }[]
}
