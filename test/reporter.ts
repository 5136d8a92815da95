import { writeFile } from 'node:fs/promises'
import type { Reporter, TestModule } from 'vitest/node'
import { describeLoad } from './machine.ts'

/** How many tests of a run passed and failed. A file that could not be run counts as one that failed. */
export type RunTally = { passed: number; failed: number; skipped: number }

/**
 * Lists each test that timed out with the load of the machine at that moment, which may be the cause. Writes the tally
 * to the file named by `BAIZE_TEST_TALLY`, for `npm test`.
 */
export function createReporter(): Reporter {
  const outOfTime: string[] = []
  return {
    onTestModuleEnd(module) {
      for (const name of findOutOfTime(module)) outOfTime.push(`  ${name}\n    ${describeLoad()}`)
    },
    async onTestRunEnd(modules, errors) {
      if (outOfTime.length > 0) process.stdout.write(`\nOut of time:\n${outOfTime.splice(0).join('\n')}\n`)
      const file = process.env['BAIZE_TEST_TALLY']
      if (file === undefined) return
      const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
      const broken = modules.filter(
        (module) =>
          module.state() === 'failed' &&
          [...module.children.allTests()].every((test) => test.result().state !== 'failed'),
      )
      const count = (state: string): number => states.filter((one) => one === state).length
      const failed = count('failed') + broken.length
      const tally: RunTally = {
        passed: count('passed'),
        failed: failed === 0 && errors.length > 0 ? 1 : failed,
        skipped: count('skipped'),
      }
      await writeFile(file, JSON.stringify(tally))
    },
  }
}

function findOutOfTime(module: TestModule): string[] {
  const isOutOfTime = (errors: readonly { message: string }[]): boolean =>
    errors.some(({ message }) => /timed? ?out|more secrets are waiting/i.test(message))
  return [
    ...(isOutOfTime(module.errors()) ? [module.relativeModuleId] : []),
    ...[...module.children.allSuites()].filter((suite) => isOutOfTime(suite.errors())).map(({ fullName }) => fullName),
    ...[...module.children.allTests()]
      .filter((test) => isOutOfTime(test.result().errors ?? []))
      .map(({ fullName }) => fullName),
  ].map((name) => (name === module.relativeModuleId ? name : `${module.relativeModuleId} > ${name}`))
}
