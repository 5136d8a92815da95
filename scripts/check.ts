import { readCommand } from './command.ts'
import { runTool } from './run-tool.ts'
import { closingLine, type Failure, type Tally } from './tally.ts'

const checks = [
  ['types of domain, contract and messages', 'tsc', ['-p', 'tsconfig.pure.json']],
  ['types of server, scripts and tests', 'tsc', ['-p', 'tsconfig.server.json']],
  ['types of the pages', 'tsc', ['-p', 'tsconfig.web.json']],
  ['lint', 'oxlint', []],
  ['format', 'oxfmt', ['--check', '.']],
] as const satisfies readonly Check[]

type Check = readonly [name: string, tool: string, args: readonly string[]]

/** Checks types, lint and format one after the other; prints each result and the output of a failing one. */
export async function runChecks(all: readonly Check[] = checks): Promise<Tally> {
  let passed = 0
  const failures: Failure[] = []
  for (const [name, tool, args] of all) {
    const begun = performance.now()
    const { code, output } = await runTool(tool, args)
    const took = `${((performance.now() - begun) / 1000).toFixed(1)} s`
    if (code === 0) passed += 1
    else failures.push({ name, file: null, error: output })
    console.log(` ${code === 0 ? '✓' : '×'} ${name} (${took})`)
    if (code !== 0) console.log(output.trimEnd())
  }
  return { passed, failed: failures.length, failures }
}

if (import.meta.main) {
  readCommand('check\n  Types, lint and format, one after the other.', {})
  const tally = await runChecks()
  console.log(closingLine(tally))
  if (tally.failed > 0) process.exitCode = 1
}
