import { catalogue } from '#domain/games/catalogue.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { amountOfUnits, type RoundEvent } from '#domain/games/round.ts'
import { fromHex, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { recomputeRound } from '#domain/games/verify-round.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'

const { game } = catalogue[0]
const serverSeed = '5a'.repeat(32)

const fits = {
  paying: ({ units }) => units > 0,
  losing: ({ units }) => units === 0,
  'free spins': ({ events }) => hasFreeSpins(events),
  'paying by lines': ({ units, events }) => units > 0 && !hasFreeSpins(events),
} satisfies Record<string, (round: ReturnType<typeof recomputeRound>) => boolean>

/** The first round of fixed seeds from a number on that is as wanted, as a record that is proven. */
export function roundRecordOf(wanted: keyof typeof fits, from = 0): RoundRecord {
  for (let nonce = from; ; nonce++) {
    const round = recomputeRound(game, { serverSeed, clientSeed: 'mine', nonce })
    if (!fits[wanted](round)) continue
    const stake = wholeUnits(game.stakes[0] ?? 0)
    return {
      game: game.code,
      mathHash: mathHashOf(game, sha256Hex),
      serverSeedHash: toHex(sha256(fromHex(serverSeed))),
      serverSeed,
      clientSeed: 'mine',
      nonce,
      stake: amountToWire(stake),
      pay: amountToWire(amountOfUnits(round.units, stake, game.unitsPerStake)),
      events: round.events,
    }
  }
}

function hasFreeSpins(events: readonly RoundEvent[]): boolean {
  return events.some(({ type }) => type === 'featureStart')
}
