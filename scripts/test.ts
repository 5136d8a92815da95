import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { ensureBrowser } from './browser.ts'
import { runChecks } from './check.ts'
import { closingLine, root, runTool, type Tally } from './run-tool.ts'

/**
 * `npm test`: types, lint and format, then the tests beside the code, then the journeys in a browser. Everything runs
 * even when something before it failed; the last line says how many passed and failed.
 */
async function main(): Promise<Tally> {
  heading('Types, lint, format')
  const checked = await runChecks()
  heading('Tests')
  const tested = await runTests()
  const journeys = join(root, 'e2e/run.ts')
  const walked = existsSync(journeys) ? await runJourneys(journeys) : { passed: 0, failed: 0 }
  return {
    passed: checked.passed + tested.passed + walked.passed,
    failed: checked.failed + tested.failed + walked.failed,
  }
}

const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  success: z.boolean(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

async function runTests(): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'baize-report-'))
  const file = join(folder, 'report.json')
  try {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { code } = await runTool('vitest', args, { show: true })
    const parsed = report.safeParse(JSON.parse(await readFile(file, 'utf8').catch(() => '{}')))
    if (!parsed.success) return { passed: 0, failed: 1 }
    const told = parsed.data
    // A file that could not even be loaded holds no failed test, and still failed.
    const broken = told.testResults.filter(
      (result) => result.status === 'failed' && result.assertionResults.every((test) => test.status !== 'failed'),
    ).length
    const failed = told.numFailedTests + broken
    return { passed: told.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runJourneys(script: string): Promise<Tally> {
  heading('Journeys')
  const browser = await ensureBrowser().catch((error: unknown) => {
    console.log(error instanceof Error ? error.message : error)
    return null
  })
  if (browser === null) return { passed: 0, failed: 1 }
  const { code, output } = await runTool('node', [script], { show: true, env: { CHROME_PATH: browser } })
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1)
  const tally = { passed: Number(last?.[1] ?? 0), failed: Number(last?.[2] ?? 0) }
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

function heading(text: string): void {
  console.log(`\n${text}`)
}

process.on('SIGTERM', () => (process.exitCode = 143))
const tally = await main()
console.log(`\n${closingLine(tally)}`)
if (tally.failed > 0) process.exitCode = 1
