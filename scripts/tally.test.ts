import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { runChecks } from './check.ts'
import { root } from './run-tool.ts'
import {
  closingLine,
  failOnce,
  filesToRepeat,
  listFailures,
  readTally,
  settleRepeated,
  sumTallies,
  tallyVariable,
  type Tally,
} from './tally.ts'

const failingTests = `import { beforeAll, describe, expect, test } from 'vitest'
test('adds up', () => expect(1 + 1).toBe(2))
describe('a shelf', () => {
  test('holds what it was given', () => expect(1 + 1).toBe(3))
  test('passes the second time', { retry: 1 }, ({ task }) => expect(task.result.retryCount).toBe(1))
})
describe('a hook', () => {
  beforeAll(() => { throw new Error('The hook broke.') })
  test('is not reached', () => {})
})
`

/** Runs a program of Node with a file for its tally. */
async function runTallied(args: readonly string[]): Promise<{ output: string; tally: Tally | null }> {
  await mkdir(join(root, '.build'), { recursive: true })
  const folder = await mkdtemp(join(root, '.build/tally-'))
  try {
    await writeFile(join(folder, 'some.test.ts'), failingTests)
    await writeFile(join(folder, 'broken.test.ts'), `throw new Error('The file broke.')`)
    const reporter = JSON.stringify(join(root, 'test/reporter.ts'))
    const config = `import { createReporter } from ${reporter}\nexport default { test: { reporters: [createReporter()] } }`
    await writeFile(join(folder, 'vitest.config.ts'), config)
    const file = join(folder, 'tally.json')
    const output = await new Promise<string>((resolve) => {
      const env = { ...process.env, [tallyVariable]: file }
      execFile(
        process.execPath,
        args.map((arg) => arg.replace('FOLDER', folder)),
        { cwd: root, env },
        (_, text) => resolve(text),
      )
    })
    return { output, tally: await readTally(file) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('the tally of a run', () => {
  let tally: Tally | null
  beforeAll(async () => {
    ;({ tally } = await runTallied(['node_modules/vitest/vitest.mjs', 'run', '--root', 'FOLDER']))
  })

  test('names failed tests, hooks and files with the place and the error; a test that passes again has passed', () => {
    const failures = [...(tally?.failures ?? [])].toSorted((a, b) => a.name.localeCompare(b.name))
    expect({ ...tally, failures }).toEqual({
      passed: 2,
      failed: 3,
      failures: [
        { name: 'a hook', file: 'some.test.ts:8', error: 'The hook broke.' },
        {
          name: 'a shelf > holds what it was given',
          file: 'some.test.ts:4',
          error: 'expected 2 to be 3 // Object.is equality',
        },
        { name: 'the file itself', file: 'broken.test.ts:1', error: 'The file broke.' },
      ],
    })
  })

  test('names a failed check with its output', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const failing = `console.error('a.ts(1,2): error: not a number'); process.exit(1)`
    const checked = await runChecks([
      ['types', 'node', ['-e', failing]],
      ['lint', 'node', ['-e', '']],
    ])
    expect(checked).toEqual({
      passed: 1,
      failed: 1,
      failures: [{ name: 'types', file: null, error: 'a.ts(1,2): error: not a number\n' }],
    })
  })

  test('names what failed before any journey', async () => {
    const { output, tally: ofJourneys } = await runTallied(['e2e/run.ts', 'no such journey'])
    expect(ofJourneys).toEqual(failOnce('the journeys', 'Unknown journey: no such journey'))
    expect(output).toBe('0 passed, 1 failed\n')
  })
})

describe('the end of a test command', () => {
  test('lists the failures right before the last line', async () => {
    const { output } = await runTallied(['scripts/test.ts', 'swift'])
    expect(output.trimEnd().split('\n').slice(-4)).toEqual([
      'Failed:',
      '  lane swift',
      '    There is no such lane.',
      '0 passed, 1 failed',
    ])
  })

  test('prints at most 30 failures, of each three lines and 300 characters', () => {
    const long = { name: 'long', file: 'a.test.ts:1', error: `\u001b[31m${'x'.repeat(500)}\u001b[39m` }
    const deep = { name: 'deep', file: null, error: '\none\n\ntwo\n  three\nfour' }
    const many = Array.from({ length: 33 }, (_, at) => ({ name: `test ${at}`, file: null, error: '' }))
    const lines = listFailures([long, deep, ...many])
    expect(lines.slice(0, 7)).toEqual([
      'Failed:',
      '  a.test.ts:1 > long',
      `    ${'x'.repeat(300)}…`,
      '  deep',
      '    one',
      '    two',
      '    three',
    ])
    expect(lines.filter((line) => line.startsWith('  test '))).toHaveLength(28)
    expect(lines.at(-1)).toBe('  and 5 more')
  })

  test('has no list when nothing failed, and counts all lanes', () => {
    const passed = { passed: 3, failed: 0, failures: [] }
    expect(listFailures(passed.failures)).toEqual([])
    const all = sumTallies([passed, failOnce('lane fast', 'It ended.'), failOnce('lane server', 'It ended.')])
    expect(closingLine(all)).toBe('3 passed, 2 failed')
    expect(all.failures.map(({ name }) => name)).toEqual(['lane fast', 'lane server'])
  })
})

describe('failed tests that run once more', () => {
  const failure = (name: string, line: number, file: string | null = 'src/a.test.ts') => ({
    name,
    file: file === null ? null : `${file}:${line}`,
    error: 'It failed.',
  })
  const first: Tally = {
    passed: 10,
    failed: 3,
    failures: [failure('is late', 3), failure('is wrong', 9), failure('an error outside of the tests', 0, null)],
  }

  test('have passed and are flaky only when they pass alone', () => {
    const { tally, flaky } = settleRepeated(first, { passed: 4, failed: 1, failures: [failure('is wrong', 11)] })
    expect(tally).toMatchObject({ passed: 11, failed: 2 })
    expect(tally.failures.map(({ name }) => name)).toEqual(['is wrong', 'an error outside of the tests'])
    expect(flaky).toEqual(['src/a.test.ts > is late'])
  })

  test('have failed when their file can no longer be run', () => {
    const broken = { passed: 0, failed: 1, failures: [failure('the file itself', 1)] }
    const settled = settleRepeated({ passed: 10, failed: 1, failures: [failure('is late', 3)] }, broken)
    expect(settled.tally.failures.map(({ name }) => name)).toEqual(['is late', 'the file itself'])
    expect(settled.flaky).toEqual([])
  })

  test('are repeated by file, and not when there are many', () => {
    expect(filesToRepeat(first)).toEqual(['src/a.test.ts'])
    expect(filesToRepeat({ passed: 1, failed: 0, failures: [] })).toBeNull()
    expect(filesToRepeat(failOnce('lane fast', 'It ended.'))).toBeNull()
    const many = Array.from({ length: 6 }, (_, at) => failure(`test ${at}`, at))
    expect(filesToRepeat({ passed: 0, failed: 6, failures: many })).toBeNull()
  })
})
