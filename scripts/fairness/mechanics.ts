import { canonicalJson, mathHashOf } from '#domain/games/math-hash.ts'
import { amountOfUnits, type RoundEvent } from '#domain/games/round.ts'
import type { Game } from '#domain/games/game.ts'
import { fromHex, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { recomputeRound, type RecomputedRound } from '#domain/games/verify-round.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { exampleMachines, type ExampleMachine } from './example-machines.ts'

/** The worked rounds of every mechanic in `docs/fairness.md`, and `docs/fairness/mechanics.json` with more of them. */

/** The data of a machine and rounds of it. */
export type MechanicExample = { data: Game; records: RoundRecord[] }

type Seeds = { serverSeed: string; clientSeed: string }
type Example = { nonce: number; round: RecomputedRound }

/** How many rounds of a machine the file has beside the one that the page works through. */
const furtherRounds = 9

/** What the file has, in the order of the page: of each machine the worked round first. */
export function mechanicExamples(seeds: Seeds): MechanicExample[] {
  return exampleMachines.map((machine) => {
    const { game } = machine
    const further = Array.from({ length: furtherRounds }, (_, nonce) =>
      recordOf(game, seeds, nonce, stakeOf(game, nonce)),
    )
    return { data: game, records: [recordOf(game, seeds, workedRound(machine, seeds).nonce), ...further] }
  })
}

/** The part of the page: for each machine its data, the draws and the events of a round. */
export function mechanicsPart(seeds: Seeds): string {
  return exampleMachines
    .flatMap((machine) => {
      const { game, shows } = machine
      const { nonce, round } = workedRound(machine, seeds)
      const { stake, pay, mathHash } = recordOf(game, seeds, nonce)
      return [
        `**\`${game.code}\`**: ${shows}. The data, whose hash is \`${mathHash}\`:`,
        fenced([canonicalJson(game)]),
        `Round ${nonce} with the same seeds makes ${plural(round.draws.length)}, each here as its n and its result:`,
        fenced([round.draws.map(({ below, result }) => `${below}:${result}`).join(' ')]),
        `It pays ${round.units} units; ${stake} × ${round.units} ÷ ${game.unitsPerStake} = ${pay}. The events:`,
        fenced(eventLines(round.events)),
      ]
    })
    .join('\n\n')
}

const found = new Map<string, Example>()

function workedRound({ game, fits }: ExampleMachine, seeds: Seeds): Example {
  const known = found.get(game.code)
  if (known) return known
  for (let nonce = 0; nonce < 100_000; nonce++) {
    const round = recomputeRound(game, { ...seeds, nonce, stakeUnits: stakeOf(game, 0) })
    if (!fits(round.events)) continue
    found.set(game.code, { nonce, round })
    return { nonce, round }
  }
  throw new Error(`No round of ${game.code} shows what it is an example of.`)
}

function stakeOf({ stakes }: Game, index: number): number {
  return stakes[index % stakes.length] ?? 0
}

function recordOf(game: Game, seeds: Seeds, nonce: number, stakeUnits = stakeOf(game, 0)): RoundRecord {
  const { units, events } = recomputeRound(game, { ...seeds, nonce, stakeUnits })
  const stake = wholeUnits(stakeUnits)
  return {
    game: game.code,
    mathHash: mathHashOf(game, sha256Hex),
    serverSeedHash: toHex(sha256(fromHex(seeds.serverSeed))),
    ...seeds,
    nonce,
    stake: amountToWire(stake),
    pay: amountToWire(amountOfUnits(units, stake, game.unitsPerStake)),
    events,
  }
}

function eventLines(events: readonly RoundEvent[]): string[] {
  return ['[', events.map((event) => `  ${JSON.stringify(event)}`).join(',\n'), ']']
}

function fenced(lines: readonly string[]): string {
  return `\`\`\`text\n${lines.join('\n')}\n\`\`\``
}

function plural(draws: number): string {
  return draws === 1 ? 'one draw' : `${draws} draws`
}
