import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { longVariable } from '#test/length.ts'
import { root, runTool } from '../run-tool.ts'
import { listFailures, readTally, tallyVariable } from '../tally.ts'
import type { FaultProgram } from './program.ts'

/** The test files that have a long form. */
export function longTestFiles(): string[] {
  return globSync(['src/**/*.test.ts', 'scripts/**/*.test.ts'], { cwd: root })
    .filter((file) => readFileSync(join(root, file), 'utf8').includes("from '#test/length.ts'"))
    .toSorted()
}

/** Random tests of `npm test`, with their full numbers of repetitions; the short form is that of `npm test`. */
export const longTests: FaultProgram = {
  description: 'Random tests of npm test in their long form: bad bodies, events and evidence, simulated rounds.',
  async run({ size, log }) {
    const folder = await mkdtemp(join(tmpdir(), 'baize-long-tests-'))
    const tallyFile = join(folder, 'tally.json')
    const files = longTestFiles()
    log(files.join(', '))
    try {
      const env = { [longVariable]: size === 'full' ? '1' : '0', [tallyVariable]: tallyFile }
      const { output } = await runTool('vitest', ['run', ...files], { env })
      const tally = await readTally(tallyFile)
      if (tally === null) return { figures: {}, faults: [output.slice(-2000)] }
      return { figures: { files: files.length, passed: tally.passed }, faults: listFailures(tally.failures) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
