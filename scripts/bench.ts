import { homeBench } from './bench/home.ts'
import { betsBench } from './bench/bets.ts'
import { growthBench } from './bench/growth.ts'
import { healthBench } from './bench/health.ts'
import { herdBench } from './bench/herd.ts'
import { loadBench } from './bench/load.ts'
import { sightBench } from './bench/sight.ts'
import { spinsBench } from './bench/spins.ts'
import { lighthouseBench } from './bench/lighthouse.ts'
import { machineLine } from './bench/measure.ts'
import { pagesBench } from './bench/pages.ts'

/**
 * `npm run bench -- <name> [name …]`: measures on this machine and prints each figure as a ratio to a limit measured in
 * the same run. Everything runs on loopback, in a folder of its own, for a bounded time.
 */
const benches = {
  bets: betsBench,
  growth: growthBench,
  spins: spinsBench,
  health: healthBench,
  load: loadBench,
  herd: herdBench,
  home: homeBench,
  pages: pagesBench,
  sight: sightBench,
  lighthouse: lighthouseBench,
} as const

function isBench(name: string): name is keyof typeof benches {
  return Object.hasOwn(benches, name)
}

const asked = process.argv.slice(2)
/** The others are asked for by name: growth takes ten minutes, and one of the browser's fetches what it runs. */
const usual = ['bets', 'spins', 'health', 'home']
const names = asked.length === 0 || asked.includes('all') ? usual : asked
const unknown = names.filter((name) => !isBench(name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}, all.`)
  process.exit(2)
}
console.log(machineLine())
for (const name of names) {
  if (!isBench(name)) continue
  console.log(`\n## ${name}`)
  await benches[name]().catch(async (error: unknown) => {
    if (process.exitCode !== 130) throw error
    // Interrupted: what was measured lost its database; the house is being cleared away.
    await new Promise(() => {})
  })
}
