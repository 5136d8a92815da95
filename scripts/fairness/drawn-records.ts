import { createHash } from 'node:crypto'
import { catalogue } from '#domain/games/catalogue.ts'
import { seededDraw } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { sha256Hex } from '#domain/games/sha256.ts'
import { play } from '#domain/games/slot/play.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'

/** Rounds of the engine, of the catalogue's games and of others, to compare the verifier in Python with. */

/** A round as the server draws and stores it. */
export function drawnRecord(game: Game, nonce: number): RoundRecord {
  const serverSeed = createHash('sha256')
    .update(`server ${nonce % 97}`)
    .digest()
  const clientSeed = `client:${nonce % 89}`
  const stake = wholeUnits(game.stakes[nonce % game.stakes.length] ?? 0)
  const drawn = play(game, seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: game.code, nonce }), { stake })
  return {
    game: game.code,
    mathHash: mathHashOf(game, sha256Hex),
    serverSeedHash: createHash('sha256').update(serverSeed).digest('hex'),
    serverSeed: serverSeed.toString('hex'),
    clientSeed,
    nonce,
    stake: amountToWire(stake),
    pay: amountToWire(drawn.pay),
    events: drawn.events,
  }
}

/** Rounds of the catalogue's games, at least `features` of them with free spins. */
export function drawnRecords(many: number, features: number): RoundRecord[] {
  const records: RoundRecord[] = []
  let withFeature = 0
  for (let nonce = 0; records.length < many; nonce++) {
    const { game } = catalogue[nonce % catalogue.length] ?? catalogue[0]
    const record = drawnRecord(game, nonce)
    const hasFeature = eventsOf([record]).includes('"featureStart"')
    withFeature += Number(hasFeature)
    if (hasFeature || records.length - withFeature < many - features) records.push(record)
  }
  return records
}

export const eventsOf = (records: readonly RoundRecord[]): string =>
  records.map(({ events }) => JSON.stringify(events)).join('\n')

/** Whether a run of four pays as much as its two leading wilds, and so counts as the run. */
export function hasEqualPays({ events }: RoundRecord): boolean {
  const [reveal, wins] = events as RoundEvent[]
  if (reveal?.type !== 'reveal' || wins?.type !== 'wins') return false
  const shown = reveal.grid.flat()
  return wins.wins.some(({ count, positions, pay }) => {
    const wilds = positions.findIndex((position) => shown[position] !== 0)
    return count === 4 && wilds === 2 && pay === 20
  })
}

/** Small games with what no game of the catalogue has. */
export function strangeGames(): Game[] {
  const base: Game = {
    code: 'equal-pays',
    version: 1,
    grid: { reels: 4, rows: 2 },
    symbols: [
      { id: 'w', kind: 'wild' },
      { id: 'a', kind: 'ordinary' },
      { id: 'b', kind: 'ordinary' },
      { id: 's', kind: 'scatter' },
    ],
    strips: { base: Array(4).fill(['w', 'a', 'w', 'b', 's', 'a', 'a']) },
    paytable: { w: [0, 20, 20, 40], a: [5, 0, 10, 20], b: [0, 0, 5], s: [0, 0, 1, 8] },
    winMode: {
      kind: 'lines',
      lines: [
        [0, 0, 0, 0],
        [1, 1, 1, 1],
        [0, 1, 0, 1],
      ],
    },
    features: [],
    unitsPerStake: 4,
    stakes: [1, 8],
    maxWinTimesStake: 100,
  }
  return [
    base,
    {
      ...base,
      code: 'cut-limit',
      strips: { ...base.strips, free: Array(4).fill(['s', 'a', 'b', 'w', 'a']) },
      features: [
        {
          kind: 'free-spins',
          trigger: { symbol: 's', count: 2 },
          spins: 3,
          multiplier: 3,
          strips: 'free',
          spinsLimit: 5,
        },
      ],
    },
    {
      ...base,
      code: 'neither',
      symbols: base.symbols.slice(1, 3),
      strips: { base: Array(4).fill(['a', 'b', 'b', 'b', 'a']) },
      paytable: { b: [1, 2, 3, 4] },
    },
  ]
}
