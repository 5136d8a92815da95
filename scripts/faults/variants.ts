import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from '../run-tool.ts'
import type { FaultProgram } from './program.ts'
import { applyPatch, caughtPage, patternOfText, staleFaults } from './variants/caught.ts'
import { variants as allVariants } from './variants/list.ts'
import type { Variant } from './variants/variant.ts'

/** Checks the test suite itself: a test that cannot fail is a defect. */
export const variants: FaultProgram = {
  description: 'The code is broken on purpose, one defect at a time: the tests that should fail do fail.',
  async run({ size, log, steps }) {
    if (size !== 'short') await writeFile(join(root, 'docs/caught.md'), caughtPage())
    const faults = await staleFaults()
    if (size === 'short') return { figures: { variants: allVariants.length }, faults }
    // `--steps n`: only the last n variants, for the author of a new one.
    const tried = steps === undefined ? allVariants : allVariants.slice(-steps)
    const folder = await mkdtemp(join(tmpdir(), 'baize-variants-'))
    try {
      await copyTree(folder)
      const whole = await runTests(folder, tried)
      for (const { test } of tried.flatMap(({ caughtBy }) => caughtBy)) {
        if (whole.get(test) !== 'passed') faults.push(`unbroken, "${test}" ${whole.get(test) ?? 'was not run'}`)
      }
      log(`unbroken: ${whole.size} tests`)
      let caught = 0
      for (const variant of tried) {
        const missed =
          faults.length > 0 && whole.size === 0 ? ['nothing was run'] : await tryVariant(folder, variant, log)
        if (missed.length === 0) caught += 1
        faults.push(...missed)
      }
      return { figures: { variants: tried.length, caught }, faults }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

const leftOut = new Set(['node_modules', '.git', '.build', '.data', 'tmp'])

async function copyTree(folder: string): Promise<void> {
  await cp(root, folder, {
    recursive: true,
    filter: (path) => path === root || !leftOut.has(basename(path)),
  })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
}

/** Breaks the copy, runs the tests that should fail, and restores it. Returns the tests that did not fail. */
async function tryVariant(folder: string, variant: Variant, log: (line: string) => void): Promise<string[]> {
  const misfit = await applyPatch(variant, folder)
  if (misfit !== null) return [`${variant.name}: the patch does not apply: ${misfit}`]
  try {
    const results = await runTests(folder, [variant])
    log(
      `${variant.name}: ${[...results].map(([test, how]) => `${how === 'failed' ? 'caught by' : how}: ${test}`).join('; ')}`,
    )
    const missed = variant.caughtBy.filter(({ test }) => results.get(test) !== 'failed')
    return missed.map(
      ({ test }) => `${variant.name}: ${variant.breaks} "${test}" ${results.get(test) ?? 'was not run'}`,
    )
  } finally {
    await applyPatch(variant, folder, '--reverse')
  }
}

type Report = { testResults: { assertionResults: { fullName: string; status: string }[] }[] }

/** Runs the tests that should catch these variants, and nothing else. Returns the status of each by its full name. */
async function runTests(folder: string, tried: readonly Variant[]): Promise<Map<string, string>> {
  const wanted = tried.flatMap(({ caughtBy }) => caughtBy)
  const names = new Set(wanted.map(({ test }) => test))
  const report = join(folder, 'report.json')
  await rm(report, { force: true })
  const child = spawn(
    process.execPath,
    [
      join(folder, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...new Set(wanted.map(({ file }) => file)),
      '-t',
      [...names].map(patternOf).join('|'),
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: folder, stdio: 'ignore' },
  )
  await new Promise((resolve) => child.once('exit', resolve))
  const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}')
  const { testResults } = JSON.parse(text) as Report
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  return new Map(
    results.filter(({ fullName }) => names.has(fullName)).map(({ fullName, status }) => [fullName, status]),
  )
}

/** The full name as a pattern for the runner's filter, which separates groups with an arrow. */
function patternOf(name: string): string {
  return patternOfText(name).replaceAll(' ', '(?: > | )')
}
