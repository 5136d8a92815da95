import { availableParallelism } from 'node:os'
import { compile } from '#domain/games/slot/compiled.ts'
import { exactClaims, simulatedClaims } from './math/check.ts'
import type { Claim } from './math/claim.ts'
import { exactReturn } from './math/exact.ts'
import { hasRoundDistribution, roundDistribution } from './math/distribution.ts'
import { machines, type Machine } from './math/machines.ts'
import { grind, grindingClaims } from './math/grinding.ts'
import { measure, measureBlocks, writeMeasurement } from './math/measure.ts'
import { halfWidthOf } from './math/measurement.ts'
import { writePar } from './math/par-files.ts'
import { toDecimal } from './math/rational.ts'
import { recompute } from './math/recompute.ts'
import { speedsOf } from './math/speed.ts'
import { writeStrips } from './math/strips-file.ts'
import { readCommand, refuse } from './command.ts'
import { createMachine } from './math/new-machine.ts'
import { tune } from './math/tune.ts'
import { tables } from '#domain/games/table/tables.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import { seatCommands } from './math/blackjack/commands.ts'
import { tableCommands } from './math/tables/commands.ts'
import { roadClaim } from './math/tables/road-claim.ts'

const usage = `math -- <command> [game] [options]      without a game: all of them

  new        make the folder of a new machine: new <code>, such as night-market
  exact      the exact return and its parts
  check      exact against enumerated, a second program, the cap, the par sheet, a simulation
             --rounds 4000000  --seed 1  --threads 2
  par        write docs/par/<game>.json and .md
  measure    simulate what has no exact method; --full writes docs/par/<game>.log, with a 99.9 % interval of 0.10 points
             --seed 1  --threads 2; of blackjack on one thread, --full to at least --rounds, going on from the log
  recompute  the par sheet's exact figures again, by an independent program in Python, where it knows the mechanics
  speed      how fast it all runs here, on one thread in processor time, medians of three; --json for machines
  grinding   what trying 200 server seeds before each commitment gains an operator
             --members 30  --rounds-each 100  --candidates 200  --seed 1
  tune       find strips near the present ones and write them (then run par)
             --rtp 0.961  --feature-share 0.3  --spins-per-feature 170  --hit-rate 0.28  --seed 1

  check and par take a table game as well, such as baccarat; of table games only:

  table      the exact edge of every bet; of blackjack the basic strategy and what it loses
  series     a sample shoe, or series of rounds without one, drawn and verified, and the roads of baccarat; --json for
             the record
             --seed 1
  counted    what counting every card of random shoes gains with the bets that two cards decide
             --shoes 10000  --seed 1
  roads      the five roads of random shoes against a slow model
             --shoes 10000  --seed 1`

const options = {
  rounds: { type: 'string', default: '4000000' },
  seed: { type: 'string', default: '1' },
  shoes: { type: 'string', default: '10000' },
  members: { type: 'string', default: '30' },
  'rounds-each': { type: 'string', default: '100' },
  candidates: { type: 'string', default: '200' },
  json: { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  threads: { type: 'string', default: String(Math.min(4, availableParallelism())) },
  rtp: { type: 'string', default: '0.961' },
  'feature-share': { type: 'string', default: '0.3' },
  'spins-per-feature': { type: 'string', default: '170' },
  'hit-rate': { type: 'string', default: '0.28' },
} as const
const { positionals, values } = readCommand(usage, options, 'positionals')

const commands: Record<string, (entry: Machine) => Promise<void>> = {
  exact: async ({ game }) => {
    const exact = exactReturn(compile(game))
    for (const [name, part] of Object.entries(exact)) console.log(`${name.padEnd(20)} ${toDecimal(part, 12)}`)
  },
  check: async (entry) => {
    const claims = await exactClaims(entry)
    printClaims(claims)
    const [rounds, threads] = [wholeNumber(values.rounds), wholeNumber(values.threads)]
    const simulated = await simulatedClaims(entry, rounds, values.seed, threads)
    printClaims(simulated)
    if ([...claims, ...simulated].some(({ holds }) => !holds)) process.exitCode = 1
  },
  measure: async ({ game }) => {
    if (hasRoundDistribution(compile(game))) {
      console.log('computed, nothing to measure')
      return
    }
    const threads = wholeNumber(values.threads)
    const started = performance.now()
    const measurement = values.full
      ? await measure(game, values.seed, threads)
      : await measureBlocks(game, values.seed, { paid: [10, 10, 10], feature: 10 }, threads)
    const seconds = (performance.now() - started) / 1000
    const { paid, feature } = measurement
    const paidRounds = paid.reduce((sum, { all }) => sum + all.rounds, 0)
    console.log(
      `${paidRounds} paid spins, ${feature?.all.features ?? 0} features, ${seconds.toFixed(0)} s on ${threads} threads`,
    )
    const { mean } = roundDistribution(compile(game), measurement)
    const half = halfWidthOf(game, measurement)
    const stakes = (units: number) => ((units / game.unitsPerStake) * 100).toFixed(4)
    console.log(`return ${stakes(mean)} % ± ${stakes(half)} %`)
    if (values.full) console.log(await writeMeasurement(game, measurement))
  },
  par: async (entry) => console.log((await writePar(entry)).join('\n')),
  recompute: async ({ game }) => {
    const { status, text } = recompute(game)
    console.log(text)
    if (status === 1) process.exitCode = 1
  },
  speed: async ({ game }) => {
    const speeds = await speedsOf(game)
    if (values.json) {
      console.log(JSON.stringify({ game: game.code, ...speeds }))
      return
    }
    const { exactMeanMs: mean, enumeratedStopsPerSecond: stops } = speeds
    console.log(`exact mean           ${mean === null ? 'none' : `${mean.toFixed(2)} ms`}`)
    console.log(`enumeration          ${stops === null ? 'none' : `${millions(stops)} stops/s on one thread`}`)
    console.log(`simulation           ${millions(speeds.simulatedRoundsPerSecond)} rounds/s on one thread`)
    const { threads, roundsPerSecond } = speeds.simulatedOnThreads
    console.log(`simulation           ${millions(roundsPerSecond)} rounds/s on ${threads} threads`)
    console.log(`live, hash to events ${speeds.liveRoundMs.toFixed(4)} ms a round on one thread`)
  },
  grinding: async ({ game }) => {
    const ground = grind(game, {
      members: wholeNumber(values.members),
      rounds: wholeNumber(values['rounds-each']),
      candidates: wholeNumber(values.candidates),
      seed: values.seed,
    })
    printClaims(grindingClaims(ground))
    if (grindingClaims(ground).some(({ holds }) => !holds)) process.exitCode = 1
  },
  tune: async ({ game }) => {
    const tuned = tune(game, {
      rtp: Number(values.rtp),
      featureShare: Number(values['feature-share']),
      spinsPerFeature: Number(values['spins-per-feature']),
      hitRate: Number(values['hit-rate']),
      cycle: [30e6, 50e6],
      effort: { moves: 150_000, orders: 60 },
      seed: values.seed,
    })
    console.log(`return ${toDecimal(exactReturn(compile(tuned)).total, 12)}, written to ${await writeStrips(tuned)}`)
  },
}

const [name = '', code] = positionals
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
const tableCommand = Object.hasOwn(tableCommands, name) ? tableCommands[name] : undefined
const seatCommand = Object.hasOwn(seatCommands, name) ? seatCommands[name] : undefined
if (command === undefined && tableCommand === undefined && !['new', 'roads'].includes(name))
  refuse(usage, name === '' ? 'A command is missing.' : `Unknown command: ${name}.`)
if (name === 'new') {
  const made = await createMachine(code ?? '').catch((error: unknown) =>
    refuse(usage, error instanceof RangeError ? error.message : String(error)),
  )
  console.log(`${made.join('\n')}\nNext: npm run format, then npm run math -- check ${code}`)
  process.exit(0)
}
if (name === 'roads') {
  const claim = roadClaim(wholeNumber(values.shoes), values.seed)
  printClaims([claim])
  process.exit(claim.holds ? 0 : 1)
}
const entries = command ? machines.filter(({ game }) => code === undefined || game.code === code) : []
const tableEntries = tableCommand ? tables.filter(({ game }) => code === undefined || game.code === code) : []
const seatEntries = seatCommand ? seatGames.filter(({ game }) => code === undefined || game.code === code) : []
if (entries.length + tableEntries.length + seatEntries.length === 0) refuse(usage, `Unknown game: ${code}.`)
for (const entry of entries) {
  if (!values.json) console.log(`${entry.names.en} (${entry.game.code})`)
  await command?.(entry)
}
for (const entry of tableEntries) {
  if (!values.json) console.log(`${entry.names.en} (${entry.game.code})`)
  await tableCommand?.(entry, {
    rounds: wholeNumber(values.rounds),
    shoes: wholeNumber(values.shoes),
    seed: values.seed,
    json: values.json,
    print: printClaims,
  })
}
for (const entry of seatEntries) {
  if (!values.json) console.log(`${entry.names.en} (${entry.game.code})`)
  const rounds = wholeNumber(values.rounds)
  await seatCommand?.(entry, { rounds, seed: values.seed, isFull: values.full, print: printClaims })
}

function printClaims(claims: Claim[]): void {
  for (const { claim, holds, found } of claims) console.log(`${holds ? 'holds ' : 'BROKEN'} ${claim}: ${found}`)
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1) return refuse(usage, `${text} is not a number of rounds.`)
  return number
}

function millions(value: number): string {
  return `${(value / 1e6).toFixed(2)} M`
}
