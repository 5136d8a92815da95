/**
 * How often a test repeats what it draws at random. `npm test` runs the short form; `npm run faults -- long-tests` runs the files that
 * import this one in their long form, with the variable set.
 */
export const longVariable = 'BAIZE_LONG_TESTS'

const isLong = process.env[longVariable] === '1'

/** The number of repetitions: `short` in `npm test`, `long` in the long form. */
export function repetitions(short: number, long: number): number {
  return isLong ? long : short
}
