import { availableParallelism } from 'node:os'
import { compile } from '#domain/games/slot/compiled.ts'
import { exactClaims, simulatedClaims } from './math/check.ts'
import type { Claim } from './math/claim.ts'
import { exactReturn } from './math/exact.ts'
import { machineByCode, machines, type Machine } from './math/machines.ts'
import { grind, grindingClaims } from './math/grinding.ts'
import { writePar } from './math/par-files.ts'
import { toDecimal } from './math/rational.ts'
import { speedsOf } from './math/speed.ts'
import { writeStrips } from './math/strips-file.ts'
import { readCommand, refuse } from './command.ts'
import { createMachine } from './math/new-machine.ts'
import { tune } from './math/tune.ts'

const usage = `math -- <command> [game] [options]      without a game: all of them

  new        make the folder of a new machine: new <code>, such as night-market
  exact      the exact return and its parts
  check      exact against enumerated, a second program, the cap, the par sheet, a simulation
             --rounds 4000000  --seed 1
  par        write docs/par/<game>.json and .md
  speed      how fast it all runs here, medians of three; --json for machines
  grinding   what trying 200 server seeds before each commitment gains an operator
             --members 30  --rounds-each 100  --candidates 200  --seed 1
  tune       find strips near the present ones and write them (then run par)
             --rtp 0.961  --feature-share 0.3  --spins-per-feature 170  --hit-rate 0.28  --seed 1`

const options = {
  rounds: { type: 'string', default: '4000000' },
  seed: { type: 'string', default: '1' },
  members: { type: 'string', default: '30' },
  'rounds-each': { type: 'string', default: '100' },
  candidates: { type: 'string', default: '200' },
  json: { type: 'boolean', default: false },
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
    const threads = Math.min(4, availableParallelism())
    const claims = await exactClaims(entry)
    printClaims(claims)
    const simulated = await simulatedClaims(entry, wholeNumber(values.rounds), values.seed, threads)
    printClaims(simulated)
    if ([...claims, ...simulated].some(({ holds }) => !holds)) process.exitCode = 1
  },
  par: async (entry) => console.log((await writePar(entry)).join('\n')),
  speed: async ({ game }) => {
    const speeds = await speedsOf(game)
    if (values.json) {
      console.log(JSON.stringify({ game: game.code, ...speeds }))
      return
    }
    console.log(`exact mean           ${speeds.exactMeanMs.toFixed(2)} ms`)
    console.log(`enumeration          ${millions(speeds.enumeratedStopsPerSecond)} stops/s on one thread`)
    console.log(`simulation           ${millions(speeds.simulatedRoundsPerSecond)} rounds/s on one thread`)
    const { threads, roundsPerSecond } = speeds.simulatedOnThreads
    console.log(`simulation           ${millions(roundsPerSecond)} rounds/s on ${threads} threads`)
    console.log(`live, hash to events ${Math.round(speeds.liveRoundsPerSecond)} rounds/s on one thread`)
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
if (command === undefined && name !== 'new')
  refuse(usage, name === '' ? 'A command is missing.' : `Unknown command: ${name}.`)
if (name === 'new') {
  const made = await createMachine(code ?? '').catch((error: unknown) =>
    refuse(usage, error instanceof RangeError ? error.message : String(error)),
  )
  console.log(`${made.join('\n')}\nNext: npm run format, then npm run math -- check ${code}`)
  process.exit(0)
}
const entries = code === undefined ? machines : [machineByCode(code)].filter((entry) => entry !== undefined)
if (entries.length === 0) refuse(usage, `Unknown game: ${code}.`)
for (const entry of entries) {
  if (!values.json) console.log(`${entry.names.en} (${entry.game.code})`)
  await command?.(entry)
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
