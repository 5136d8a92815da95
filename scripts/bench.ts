import { homeBench } from './bench/home.ts'
import { jackpotsBench } from './bench/jackpots.ts'
import { betsBench } from './bench/bets.ts'
import { growthBench } from './bench/growth.ts'
import { healthBench } from './bench/health.ts'
import { herdBench } from './bench/herd.ts'
import { loadBench } from './bench/load.ts'
import { lighthouseBench } from './bench/lighthouse.ts'
import { listsBench } from './bench/lists.ts'
import { loneBench } from './bench/lone.ts'
import { mixedBench } from './bench/mixed.ts'
import { sealsBench } from './bench/seals.ts'
import { startsBench } from './bench/starts.ts'
import { spinsBench } from './bench/spins.ts'
import { machineLine } from './bench/measure.ts'
import { handsBench } from './bench/hands.ts'
import { tablesBench } from './bench/tables.ts'
import { tablesMemoryBench } from './bench/tables-memory.ts'
import { firstPictureBench } from './bench/first-picture.ts'
import { firstViewBench } from './bench/first-view.ts'
import { framesBench } from './bench/frames.ts'
import { pagesBench } from './bench/pages.ts'
import { readCommand, refuse } from './command.ts'
import { inRunFolder } from './run-folder.ts'

/**
 * `npm run bench -- <name> [name …]`: measures on this machine and prints each figure as a ratio to a limit measured in
 * the same run. Everything runs on loopback, in a folder of its own, for a bounded time.
 */
const benches: Readonly<Record<string, { description: string; run: () => Promise<void> }>> = {
  bets: { description: 'Bets per second, compared with pgbench and raw INSERT.', run: betsBench },
  lone: { description: 'One bet and one spin at a time, compared with another checkout.', run: loneBench },
  growth: { description: 'Bets on a journal of 1 M and of 10 M rows; the books on 1 M.', run: growthBench },
  spins: { description: 'Spins per second and their durations, 64 callers.', run: spinsBench },
  jackpots: {
    description: 'Spins at a machine that feeds jackpots, compared with one that does not.',
    run: jackpotsBench,
  },
  lists: { description: 'Lists of members with a million rounds or bets.', run: listsBench },
  mixed: { description: 'A million rounds of all machines with jackpots, and the books on them.', run: mixedBench },
  seals: { description: 'Bets with and without sealing behind them.', run: sealsBench },
  health: { description: 'Health checks per second, compared with /healthz.', run: healthBench },
  load: { description: 'Members at peak time: health checks, rounds and sign-ins.', run: loadBench },
  herd: { description: 'All members returning after a restart.', run: herdBench },
  hands: {
    description: 'Rounds with decisions: opening, deciding and settling, one member and twenty at a time.',
    run: handsBench,
  },
  tables: { description: 'Bets, settlement and steps of twenty tables, 200 members at one of them.', run: tablesBench },
  'tables-memory': {
    description: 'The memory of one process during the rounds that twenty tables have in eight hours.',
    run: tablesMemoryBench,
  },
  starts: { description: 'Starts of the server on a database whose games are published.', run: startsBench },
  home: { description: 'The cached home page, compared with raw node:http.', run: homeBench },
  pages: { description: 'The size of every page in a browser, and the time to show it.', run: pagesBench },
  'first-view': { description: 'The first view of the home over a slow network.', run: firstViewBench },
  lighthouse: { description: 'Lighthouse’s mobile scores of the home, by npx.', run: lighthouseBench },
  window: { description: 'The first picture of a slot window over a slow network.', run: firstPictureBench },
  frames: { description: 'Frames of the slot window beside a blank page, its memory and its sizes.', run: framesBench },
}

const width = Math.max(...Object.keys(benches).map((name) => name.length)) + 1
const usage = `bench -- <name> [name …]. BENCH_SECONDS sets the duration of each measurement, BENCH_REPEATS the
number of repetitions. The benches:
${Object.entries(benches)
  .map(([name, bench]) => `  ${name.padEnd(width)} ${bench.description}`)
  .join('\n')}`

const { positionals: names } = readCommand(usage, {}, 'positionals')
const unknown = names.filter((name) => !Object.hasOwn(benches, name))
if (names.length === 0) refuse(usage, 'A name is missing.')
if (unknown.length > 0) refuse(usage, `Unknown bench: ${unknown.join(', ')}.`)
console.log(machineLine())
await inRunFolder(async () => {
  for (const name of names) {
    console.log(`\n## ${name}`)
    await benches[name]?.run().catch(async (error: unknown) => {
      if (process.exitCode !== 130) throw error
      // After an interrupt the bench has lost its database and is being cleaned up.
      await new Promise(() => {})
    })
  }
})
