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
/** How many failed tests are repeated at most. */
const mostRepeated = 5
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

/**
 * The files of the failed tests, to be run once more; null when there is nothing to repeat, or so much that it is no
 * matter of timing.
 */
export function filesToRepeat({ failures }: Tally): string[] | null {
  const files = new Set(failures.map(fileOf).filter((file) => file !== null))
  return files.size === 0 || failures.length > mostRepeated ? null : [...files]
}

/**
 * What counts after the files of the failed tests ran once more, alone: a test that failed in both runs has failed; one
 * that passed the second time has passed and is listed in `flaky`. A failure of no file is not repeated, and one that
 * came only the second time counts too.
 */
export function settleRepeated(first: Tally, second: Tally): { tally: Tally; flaky: string[] } {
  const nameOf = (failure: Failure): string => `${fileOf(failure)} > ${failure.name}`
  const known = new Set(first.failures.map(nameOf))
  const again = new Set(second.failures.map(nameOf))
  const fresh = second.failures.filter((failure) => !known.has(nameOf(failure)))
  // Where a file or a hook failed instead, its tests did not run.
  const unsettled = new Set([null, ...fresh.map(fileOf)])
  const flaky = first.failures.filter((one) => !again.has(nameOf(one)) && !unsettled.has(fileOf(one)))
  const failures = [...first.failures.filter((failure) => !flaky.includes(failure)), ...fresh]
  const passed = first.passed + first.failed - failures.length
  return { tally: { passed, failed: failures.length, failures }, flaky: flaky.map(nameOf) }
}

function fileOf({ file }: Failure): string | null {
  return file === null ? null : file.replace(/:\d+$/, '')
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
