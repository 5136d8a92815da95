import type { PastSeatRound } from '#contract/seat-round.ts'
import type { DecidedRecord } from '#domain/games/blackjack/decided-record.ts'

/** The record of a round that has ended, as members copy it and verifiers read it. */
export function recordOf(round: PastSeatRound): DecidedRecord {
  const { game, mathHash, nonce, stake, serverSeedHash, clientSeed, serverSeed, decisions, returned, view } = round
  return {
    game,
    mathHash,
    nonce,
    stake,
    pay: returned ?? '0',
    events: view?.events ?? [],
    serverSeedHash,
    clientSeed,
    serverSeed,
    decisions: decisions.map(({ action }) => action),
  }
}
