import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './run-tool.ts'

/** Tools of other projects, which have their own help. */
const isTool = (line: string): boolean => /^(?:tsc|oxlint|oxfmt) /.test(line)

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
/** The commands by file, because the test lanes are one program. */
const commands = new Map(
  Object.entries(scripts).flatMap(([name, line]) => {
    const file = /(?:scripts|e2e)\/[\w/-]+\.ts/.exec(line)?.[0]
    return isTool(line) || file === undefined ? [] : [[file, name] as const]
  }),
)

type Ran = { code: number; output: string; errors: string }

/** Runs a command on a data folder that cannot be created and without a browser, so that a misread command line does no harm. */
function run(file: string, ...args: readonly string[]): Promise<Ran> {
  const env = { ...process.env, DATA_DIR: '/nonexistent/baize', DATABASE_URL: '', CHROME_PATH: '/nonexistent/chrome' }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [join(root, file), ...args], { env }, (_error, output, errors) =>
      resolve({ code: child.exitCode ?? -1, output, errors }),
    )
  })
}

describe.concurrent('the commands of package.json', () => {
  test.each([...commands])('%s --help prints how it is used and does nothing', async (file) => {
    const { code, output, errors } = await run(file, '--help')
    expect([code, errors]).toEqual([0, ''])
    expect(output).toMatch(/^Usage: npm (?:run )?[a-z]/)
  })

  test.each(['bench', 'faults'])('npm run %s without a name lists the names and starts nothing', async (command) => {
    const { code, output, errors } = await run(`scripts/${command}.ts`)
    expect([code, output]).toEqual([2, ''])
    const [sentence, usage, ...lines] = errors.trimEnd().split('\n')
    expect(sentence).toBe('A name is missing.')
    expect(usage).toMatch(new RegExp(`^Usage: npm run ${command} -- <name>`))
    const listed = lines.filter((line) => line.startsWith('  '))
    expect(listed.length).toBeGreaterThan(9)
    for (const line of listed) expect(line).toMatch(/^ {2}[a-z-]+ +[A-Z].+\.$/)
  })

  test('npm run rounds -- --pictures ends when there is no browser', { timeout: 60_000 }, async () => {
    const { code, errors } = await run('scripts/rounds.ts', '--pictures', 'any', '--port', '0')
    expect([code, errors.trim()]).toEqual([1, 'CHROME_PATH names /nonexistent/chrome, which does not exist.'])
  })

  test.each([
    ['scripts/start.ts', '--port=1', "Unknown option '--port'."],
    ['scripts/operator.ts', '--nmae', "Unknown option '--nmae'."],
    ['scripts/operator.ts', ['--reset-factors', '--brand-code=x'], '--reset-factors takes --login only.'],
    ['scripts/operator.ts', ['--reset-factors', '--renew'], '--reset-factors takes --login only.'],
    ['scripts/jackpot.ts', ['--close', '--open'], 'Either --close or --open.'],
    ['scripts/jackpot.ts', ['--close', '--amount=5'], '--close and --open take --tier only.'],
    ['scripts/jackpot.ts', ['--open', '--reserve-ppm=5'], '--close and --open take --tier only.'],
    ['scripts/table.ts', ['--name=x', '--open', '--close'], 'Either --open or --close.'],
    ['scripts/archive.ts', '2025-01-01', 'Unexpected argument "2025-01-01".'],
    ['scripts/brand.ts', '--code', "Option '--code <value>' argument missing."],
    ['scripts/change.ts', '--file=x', 'Required: --file and --reason.'],
    ['scripts/restore.ts', '--to=x', 'Required: --from, --to and the key.'],
    ['scripts/backup.ts', '--accept-unsigned', '--accept-unsigned belongs to --check.'],
    ['scripts/provider.ts', '--timeout-ms=abc', '--timeout-ms is a whole number from 100 to 12000.'],
    [
      'scripts/provider.ts',
      '--key=a pass phrase of more than 32 letters, not base64',
      '--key is at least 32 bytes in base64.',
    ],
    ['scripts/backup.ts', '--keep=none', '--keep is a whole number from 1 on.'],
    ['scripts/math.ts', 'exakt', 'Unknown command: exakt.'],
    ['scripts/faults.ts', 'server-kil', 'Unknown fault program: server-kil.'],
    ['scripts/bench.ts', 'bet', 'Unknown bench: bet.'],
  ])('%s %s ends with 2, one sentence and the usage', async (file, argument, sentence) => {
    const { code, output, errors } = await run(file, ...[argument].flat())
    expect([code, output]).toEqual([2, ''])
    expect(errors.split('\n')[0]).toBe(sentence)
    expect(errors.split('\n')[1]).toMatch(/^Usage: npm run /)
    expect(errors).not.toMatch(/^ +at /m)
  })
})
