import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readCommand, refuse, runCommand } from './command.ts'
import { recordAnswers } from './record/answers.ts'
import { compareFolders, judge, readExpected } from './record/compare.ts'
import { compareScreens } from './record/compare-screens.ts'
import { inRunFolder } from './run-folder.ts'
import { root } from './run-tool.ts'

/**
 * `npm run record -- <name> …`: records a program's answers and screens, and compares two recordings, to check that a
 * change did not alter the behaviour.
 */

const usage = `record -- <name> [--of <checkout>] <folder>
  answers   requests of every kind of caller with their answers, a line each (ids, times and chance masked)
  openapi   the OpenAPI of each listener
  screens   pictures of 64 screens, with a browser
  all       all three
  compare   <folder before> [<folder after>]: lists every difference and new call, and exits 1 where a difference is not expected. Without a
            second folder the answers and the OpenAPI of this checkout are recorded first.
  --of        another checkout to start the program from; it needs its node_modules
  --expected  the file of expected differences; scripts/record/expected.txt without it
scripts/record/baseline holds the answers and the OpenAPI from before the modules were moved.`

const names = ['answers', 'openapi', 'screens', 'all', 'compare']

async function main(): Promise<number> {
  const { values, positionals } = readCommand(
    usage,
    {
      of: { type: 'string', default: root },
      expected: { type: 'string', default: join(root, 'scripts/record/expected.txt') },
    },
    'positionals',
  )
  const [name, first, second, more] = positionals
  if (name === undefined || !names.includes(name)) refuse(usage, `The name is one of ${names.join(', ')}.`)
  if (first === undefined) refuse(usage, 'The folder is missing.')
  if (more !== undefined || (second !== undefined && name !== 'compare')) refuse(usage, 'Too many folders.')
  if (name === 'compare') {
    return compare(resolve(first), second === undefined ? null : resolve(second), values.expected)
  }
  await inRunFolder(() => record(name, resolve(values.of), resolve(first)))
  return 0
}

async function record(name: string, of: string, out: string): Promise<void> {
  const begun = performance.now()
  if (name === 'answers' || name === 'openapi') await recordAnswers(of, out, [name])
  if (name === 'all') await recordAnswers(of, out, ['answers', 'openapi'])
  if (name === 'screens' || name === 'all') {
    // Loaded only where pictures are wanted: answers can be recorded without the browser tests.
    const { recordScreens } = await import('./record/screens.ts')
    await recordScreens(of, out)
  }
  console.log(`Recorded ${name} of ${of} in ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
}

async function compare(before: string, given: string | null, expectedFile: string): Promise<number> {
  const after = given ?? join(root, '.build/record')
  if (given === null) await inRunFolder(() => recordAnswers(root, after, ['answers', 'openapi']))
  const expected = readExpected(await readFile(expectedFile, 'utf8'))
  const { compared, differences, newCalls } = await compareFolders(before, after, compareScreens)
  const { unexpected, met, unused } = judge(differences, expected)
  for (const call of newCalls) console.log(`  new call: ${call}`)
  for (const { difference, reason } of met) console.log(`  expected: ${difference.what} (${reason})`)
  for (const line of unused) console.log(`  expected, but not found: ${line}`)
  for (const one of unexpected) console.log(`  ${one.what}\n    before: ${one.before}\n    after:  ${one.after}`)
  console.log(`Compared ${compared.join(', ')}: ${met.length} expected differences, ${unexpected.length} others`)
  return unexpected.length === 0 ? 0 : 1
}

await runCommand(main)
