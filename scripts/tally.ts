import { readFile, writeFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** A failed test, check or journey. `file` is its path, with the line where it is known. */
const failureShape = z.object({ name: z.string(), file: z.string().nullable(), error: z.string() })
const tallyShape = z.object({ passed: z.int(), failed: z.int(), failures: z.array(failureShape).readonly() })

export type Failure = z.infer<typeof failureShape>

/** How many passed and how many failed; each failure is one of `failed`. */
export type Tally = z.infer<typeof tallyShape>

/** The variable with the file to which a lane's own program writes its tally, for `npm test`. */
export const tallyVariable = 'BAIZE_TEST_TALLY'

const mostFailures = 30
const mostLines = 3
const mostCharacters = 300

/** The last line of every test command of the project. */
export function closingLine(tally: Tally): string {
  return `${tally.passed} passed, ${tally.failed} failed`
}

/** Adds up tallies of which one is there at least. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce((all, one) => ({
    passed: all.passed + one.passed,
    failed: all.failed + one.failed,
    failures: [...all.failures, ...one.failures],
  }))
}

/** A tally of one failure. */
export function failOnce(name: string, error: string): Tally {
  return { passed: 0, failed: 1, failures: [{ name, file: null, error }] }
}

/** The failures by name, file and the first lines of their errors; few enough for the end of a log. */
export function listFailures(failures: readonly Failure[]): string[] {
  if (failures.length === 0) return []
  const more = failures.length - mostFailures
  return [
    'Failed:',
    ...failures
      .slice(0, mostFailures)
      .flatMap(({ name, file, error }) => [
        `  ${file === null ? '' : `${file} > `}${name}`,
        ...firstLines(error).map((line) => `    ${line}`),
      ]),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function firstLines(error: string): string[] {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const text = lines.slice(0, mostLines).join('\n')
  return (text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text).split('\n')
}

/** Writes the tally to the file that `npm test` named; does nothing when the program was started by itself. */
export async function writeTally(tally: Tally): Promise<void> {
  const file = process.env[tallyVariable]
  if (file !== undefined) await writeFile(file, JSON.stringify(tally))
}

/** What a lane's program wrote; null when it ended before. */
export async function readTally(file: string): Promise<Tally | null> {
  const text = await readFile(file, 'utf8').catch(() => 'null')
  return tallyShape.nullable().parse(JSON.parse(text))
}
