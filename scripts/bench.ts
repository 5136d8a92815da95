import { homeBench } from './bench/home.ts'
import { betsBench } from './bench/bets.ts'
import { growthBench } from './bench/growth.ts'
import { healthBench } from './bench/health.ts'
import { herdBench } from './bench/herd.ts'
import { loadBench } from './bench/load.ts'
import { loneBench } from './bench/lone.ts'
import { sealsBench } from './bench/seals.ts'
import { spinsBench } from './bench/spins.ts'
import { machineLine } from './bench/measure.ts'
import { pagesBench } from './bench/pages.ts'
import { readCommand, refuse } from './command.ts'
import { inRunFolder } from './run-folder.ts'

/**
 * `npm run bench -- <name> [name …]`: measures on this machine and prints each figure as a ratio to a limit measured in
 * the same run. Everything runs on loopback, in a folder of its own, for a bounded time.
 */
const benches = {
  bets: betsBench,
  lone: loneBench,
  growth: growthBench,
  spins: spinsBench,
  seals: sealsBench,
  health: healthBench,
  load: loadBench,
  herd: herdBench,
  home: homeBench,
  pages: pagesBench,
} as const

function isBench(name: string): name is keyof typeof benches {
  return Object.hasOwn(benches, name)
}

/** The benches of a run without names; the others take minutes. */
const usual = ['bets', 'spins', 'health', 'home']
const usage = `bench [-- <name> …]
  Benches: ${Object.keys(benches).join(', ')}. Without a name, or with "all": ${usual.join(', ')}.
  BENCH_SECONDS sets the duration of each measurement, BENCH_REPEATS the number of repetitions.`

const { positionals } = readCommand(usage, {}, 'positionals')
const names = positionals.length === 0 || positionals.includes('all') ? usual : positionals
const unknown = names.filter((name) => !isBench(name))
if (unknown.length > 0) refuse(usage, `Unknown bench: ${unknown.join(', ')}.`)
console.log(machineLine())
await inRunFolder(async () => {
  for (const name of names) {
    if (!isBench(name)) continue
    console.log(`\n## ${name}`)
    await benches[name]().catch(async (error: unknown) => {
      if (process.exitCode !== 130) throw error
      // After an interrupt the bench has lost its database and is being cleaned up.
      await new Promise(() => {})
    })
  }
})
