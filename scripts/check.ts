import { readCommand } from './command.ts'
import { closingLine, runTool, type Tally } from './run-tool.ts'

const checks = [
  ['types of domain, contract and messages', 'tsc', ['-p', 'tsconfig.pure.json']],
  ['types of server, scripts and tests', 'tsc', ['-p', 'tsconfig.server.json']],
  ['types of the pages', 'tsc', ['-p', 'tsconfig.web.json']],
  ['lint', 'oxlint', []],
  ['format', 'oxfmt', ['--check', '.']],
] as const

/** Checks types, lint and format one after the other; prints each result and the output of a failing one. */
export async function runChecks(): Promise<Tally> {
  const tally = { passed: 0, failed: 0 }
  for (const [name, tool, args] of checks) {
    const begun = performance.now()
    const { code, output } = await runTool(tool, args)
    const took = `${((performance.now() - begun) / 1000).toFixed(1)} s`
    if (code === 0) tally.passed += 1
    else tally.failed += 1
    console.log(` ${code === 0 ? '✓' : '×'} ${name} (${took})`)
    if (code !== 0) console.log(output.trimEnd())
  }
  return tally
}

if (import.meta.main) {
  readCommand('check\n  Types, lint and format, one after the other.', {})
  const tally = await runChecks()
  console.log(closingLine(tally))
  if (tally.failed > 0) process.exitCode = 1
}
