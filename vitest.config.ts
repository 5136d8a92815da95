import { globSync, readFileSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { messagePlugin } from './scripts/message-plugin.ts'
import { parPlugin } from './scripts/par-plugin.ts'
import { createReporter } from './test/reporter.ts'
import { scaledMs } from './test/machine.ts'

/**
 * Three lanes: `fast` needs no database, the files of `server` share one, and `faults` starts and ends programs and
 * databases of its own. A file's name decides its lane, wherever it is; a file in no list belongs to `server`.
 */
const everywhere = '{src,scripts,test}/**/'
const named = (names: readonly string[]): string => `${everywhere}(${names.join('|')}).test.ts`

const fast = [
  'src/{domain,contract,i18n}/**/*.test.ts',
  'src/web/**/*.test.ts',
  'scripts/record/*.test.ts',
  named([
    'tidy',
    'modules',
    'art',
    'machine',
    'lock-file',
    'variants',
    'coverage',
    'documents',
    'wire-page',
    'fairness',
    'series-evidence',
    'tally',
    'journey-attempts',
    'processor-time',
    'tables',
  ]),
]

const faults = [
  named([
    'start',
    'kill',
    'table-kills',
    'hand-kills',
    'broken',
    'races',
    'lone-operator',
    'embedded',
    'restore',
    'orphan-guard',
    'crash',
    'simulation',
    'callbacks',
  ]),
]

/**
 * Files that replace modules for the whole process (`vi.mock`), or that measure its threads, have a process of their own. All others
 * share one with the files before them: loading the server for each file takes longer than the tests of most.
 */
function isAlone(file: string): boolean {
  return /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8')) || file.endsWith('auth/hashing.test.ts')
}
const alone = globSync(`${everywhere}*.test.ts`, { cwd: import.meta.dirname }).filter(isAlone)

function lane(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return { extends: true, test: { name, ...test } }
}

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [messagePlugin(), parPlugin()],
  test: {
    setupFiles: ['test/console-guard.ts'],
    reporters: ['default', createReporter()],
    pool: 'forks',
    testTimeout: scaledMs(30_000),
    hookTimeout: scaledMs(60_000),
    teardownTimeout: scaledMs(20_000),
    restoreMocks: true,
    expect: { poll: { timeout: scaledMs(5_000), interval: 20 } },
    projects: [
      // Pure functions: one process for many files takes a fifth of the time of one process for each.
      lane('fast', { include: fast, isolate: false, maxWorkers: 2, sequence: { groupOrder: 1 } }),
      // One process here too: importing the component libraries takes longer than the tests.
      lane('fast forms', {
        include: ['src/web/**/*.test.tsx'],
        environment: 'happy-dom',
        setupFiles: ['test/forms-setup.ts'],
        isolate: false,
        maxWorkers: 2,
        sequence: { groupOrder: 1 },
      }),
      // These tests wait for the database about half of the time, so three workers keep two cores busy.
      lane('server', {
        include: [`${everywhere}*.test.{ts,tsx}`],
        exclude: [...fast, ...faults, ...alone, 'src/web/**'],
        globalSetup: ['test/global-setup.ts'],
        isolate: false,
        maxWorkers: 3,
        sequence: { groupOrder: 2 },
      }),
      lane('server alone', {
        include: alone,
        exclude: [...fast, ...faults, 'src/web/**'],
        globalSetup: ['test/global-setup.ts'],
        maxWorkers: 3,
        sequence: { groupOrder: 2 },
      }),
      // One after the other: each of them measures times of a program.
      lane('faults', {
        include: faults,
        globalSetup: ['test/global-setup.ts'],
        maxWorkers: 1,
        sequence: { groupOrder: 3 },
      }),
    ],
  },
})
