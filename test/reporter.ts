import type { Reporter, TestModule } from 'vitest/node'
import { writeTally, type Failure } from '../scripts/tally.ts'
import { describeLoad } from './machine.ts'

type Problem = { message: string; stacks?: readonly { file: string; line: number }[] }

/**
 * Lists each test that timed out with the load of the machine at that moment, which may be the cause. Writes the tally
 * for `npm test`: a hook or a file that could not be run, or an error outside of the tests, counts as a failed test.
 */
export function createReporter(): Reporter {
  const outOfTime: string[] = []
  return {
    onTestModuleEnd(module) {
      for (const name of findOutOfTime(module)) outOfTime.push(`  ${name}\n    ${describeLoad()}`)
    },
    async onTestRunEnd(modules, errors) {
      if (outOfTime.length > 0) process.stdout.write(`\nOut of time:\n${outOfTime.splice(0).join('\n')}\n`)
      const passed = modules
        .flatMap((module) => [...module.children.allTests()])
        .filter((test) => test.result().state === 'passed').length
      const outside = errors.map((error) => describeFailure('an error outside of the tests', null, [error]))
      const failures = [...modules.flatMap(findFailures), ...outside]
      await writeTally({ passed, failed: failures.length, failures })
    },
  }
}

/** The failed tests of a file, and what failed around them: its hooks and its loading. */
function findFailures(module: TestModule): Failure[] {
  const failed = [
    ...[...module.children.allSuites()].map((suite) => ({ name: suite.fullName, errors: suite.errors() })),
    ...[...module.children.allTests()]
      .filter((test) => test.result().state === 'failed')
      .map((test) => ({ name: test.fullName, errors: test.result().errors ?? [], isTest: true })),
  ].filter((one) => 'isTest' in one || one.errors.length > 0)
  const own = module.errors()
  const isBroken = own.length > 0 || (module.state() === 'failed' && failed.length === 0)
  return [
    ...(isBroken ? [describeFailure('the file itself', module.relativeModuleId, own)] : []),
    ...failed.map(({ name, errors }) => describeFailure(name, module.relativeModuleId, errors)),
  ]
}

function describeFailure(name: string, file: string | null, errors: readonly Problem[]): Failure {
  const line = errors[0]?.stacks?.find((frame) => file !== null && frame.file.endsWith(file))?.line
  return {
    name,
    file: file === null || line === undefined ? file : `${file}:${line}`,
    error: errors.map(({ message }) => message).join('\n'),
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
