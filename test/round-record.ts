import { catalogue } from '#domain/games/catalogue.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import { fromHex, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import { recomputeRound, type RoundRecord } from '#domain/games/verify-round.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'

const { game } = catalogue[0]
const serverSeed = '5a'.repeat(32)

/** The first round of fixed seeds that pays, that pays nothing, or that has free spins, as a record that is proven. */
export function roundRecordOf(wanted: 'paying' | 'losing' | 'free spins'): RoundRecord {
  for (let nonce = 0; ; nonce++) {
    const { units, events } = recomputeRound(game, { serverSeed, clientSeed: 'mine', nonce })
    const hasFreeSpins = events.some(({ type }) => type === 'featureStart')
    const fits = wanted === 'free spins' ? hasFreeSpins : units > 0 === (wanted === 'paying')
    if (!fits) continue
    const stake = wholeUnits(game.stakes[0] ?? 0)
    return {
      game: game.code,
      mathHash: mathHashOf(game, sha256Hex),
      serverSeedHash: toHex(sha256(fromHex(serverSeed))),
      serverSeed,
      clientSeed: 'mine',
      nonce,
      stake: amountToWire(stake),
      pay: amountToWire(amountOfUnits(units, stake, game.unitsPerStake)),
      events,
    }
  }
}
