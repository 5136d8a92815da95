import type { PastSeatRound, WireSeatRound } from '#contract/seat-round.ts'
import type { BlackjackAction } from '#domain/games/blackjack/events.ts'
import { visibleState, type VisibleBlackjack } from '#domain/games/blackjack/visible.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { Deps } from '#server/deps.ts'
import { loadSeatGames, playSeatRound, type PlayedSeatRound } from '#server/ledger/seat-draw.ts'
import { hasResult } from '#server/ledger/seat-proof.ts'
import { openRevealedSeeds, revealedSeedOf, schemeOf } from '#server/modules/slot/store.ts'
import { keepAnswered } from './known-rounds.ts'
import { readPairOf, type PairDeps } from './pairs.ts'
import { verifySeatRounds } from './proven.ts'
import type { SeatRoundRow } from './rows.ts'

export { seatOdds } from './edge.ts'
export { readSeatRound, readSeatRounds, stakeKeysOf, type SeatRoundRow } from './rows.ts'

/** Rounds with decisions as they are played and answered (docs/decisions/046-seat-rounds.md). */

/** What a round has come to, from its seeds and decisions as the row has them. What leaves the server is played by `playShown`. */
export async function playStored(deps: PairDeps, row: SeatRoundRow): Promise<PlayedSeatRound> {
  const game = (await loadSeatGames()).get(row.mathHash)
  if (!game) throw new Error(`round ${row.id} names mathematics that is not published: ${row.mathHash}`)
  const { serverSeed, clientSeed } = await readPairOf(deps, row)
  const { stake, staked, defaulted } = row
  const facts = { stake, staked, defaulted, decisions: row.decisions.map(({ action }) => action) }
  return playSeatRound(game, { serverSeed, clientSeed, nonce: row.nonce }, facts)
}

/**
 * What may be shown of a round whose pair may be secret: only what the journal proves of it. The default turns the dealer's cards, so it is shown with the
 * result that it led to. Throws where the program did not take the round so.
 */
async function playShown(deps: PairDeps, row: SeatRoundRow): Promise<PlayedSeatRound> {
  await verifySeatRounds(deps, [row])
  return playStored(deps, { ...row, defaulted: row.defaulted && hasResult(row) })
}

/** A round as its member may see it: no card that is not shown. */
export async function wireSeatRound(deps: Deps, row: SeatRoundRow): Promise<WireSeatRound> {
  return wireOf(deps, row, row.state === 'void' ? null : await playShown(deps, row))
}

async function wireOf(deps: Deps, row: SeatRoundRow, played: PlayedSeatRound | null): Promise<WireSeatRound> {
  keepAnswered(deps, row)
  const game = (await loadSeatGames()).get(row.mathHash)
  const shown = played === null || played.kind === 'void' ? null : played
  const isOpen = row.state === 'open' && !row.defaulted && shown?.kind === 'open'
  const returned = returnedBy(row)
  return {
    roundId: row.id,
    nonce: Number(row.nonce),
    pair: row.pair,
    betTime: row.at.toISOString(),
    state: row.state,
    stake: amountToWire(row.stake),
    unit: amountToWire(amountOfUnits(1, row.stake, game?.unitsPerStake ?? 1)),
    staked: amountToWire(row.staked),
    returned: returned === null ? null : amountToWire(returned),
    decisions: wireDecisions(row, shown?.defaults ?? []),
    decision: isOpen ? { number: row.decisions.length + 1, until: row.decideBy.toISOString() } : null,
    view: shown && game ? visibleState(game, shown.state) : null,
    voidReason: row.voidReason,
  }
}

/** What came back of a round: of a void one its stakes, null of an open one. */
export function returnedBy({ state, staked, returned }: SeatRoundRow): Amount | null {
  return state === 'void' ? staked : returned
}

/** The decisions of a round with those that it took by default. */
export function wireDecisions(
  { decisions }: SeatRoundRow,
  defaults: readonly BlackjackAction[],
): WireSeatRound['decisions'] {
  return [
    ...decisions.map(({ action }) => ({ action, isDefault: false })),
    ...defaults.map((action) => ({ action, isDefault: true })),
  ] as WireSeatRound['decisions']
}

/**
 * What a round showed its member, for an operator: also one that two operators made void since. Null of a round that is void for another reason, and of one
 * whose key is lost.
 */
export async function readShown(
  deps: PairDeps,
  row: SeatRoundRow,
): Promise<{ view: VisibleBlackjack; unit: Amount; defaults: readonly BlackjackAction[] } | null> {
  const isKnown = row.voidReason === null || row.voidReason === 'office'
  const game = (await loadSeatGames()).get(row.mathHash)
  if (!isKnown || !game || deps.config.secret.lost?.has(row.keyId) === true) return null
  const played = await playShown(deps, row)
  if (played.kind === 'void') return null
  const unit = amountOfUnits(1, row.stake, game.unitsPerStake)
  return { view: visibleState(game, played.state), unit, defaults: played.defaults }
}

/** A member's rounds with what verifies them; a server seed only where it has been revealed. */
export async function readPastSeatRounds(
  deps: Deps,
  memberId: bigint,
  rows: readonly SeatRoundRow[],
): Promise<PastSeatRound[]> {
  const seeds = await deps.db
    .selectFrom('member_seed')
    .select(['id as pair_id', 'scheme', 'key_id', 'server_seed_hash', 'client_seed', 'reveal_mac'])
    .select(revealedSeedOf('member_seed').as('revealed_seed'))
    .where('member_id', '=', memberId)
    .where('id', 'in', [...new Set(rows.map(({ seedId }) => seedId)), 0n])
    .execute()
  const shown = await openRevealedSeeds(deps, memberId, seeds)
  // While a round takes the default after a restriction, its pair is revealed already.
  const seedOf = ({ state, seedId }: SeatRoundRow): string | null =>
    state === 'open' ? null : (shown.get(seedId) ?? null)
  await verifySeatRounds(
    deps,
    rows.filter((row) => row.state !== 'void' && seedOf(row) === null),
  )
  return Promise.all(
    rows.map(async (row): Promise<PastSeatRound> => {
      const pair = seeds.find((one) => one.pair_id === row.seedId)
      if (!pair) throw new Error(`round ${row.id} has no seed pair`)
      return {
        ...(await (seedOf(row) === null || row.state === 'void' ? wireSeatRound(deps, row) : wireRevealed(deps, row))),
        game: row.gameCode,
        mathHash: row.mathHash,
        scheme: schemeOf(pair.scheme),
        serverSeedHash: pair.server_seed_hash.toString('hex'),
        clientSeed: pair.client_seed ?? '',
        serverSeed: seedOf(row),
      }
    }),
  )
}

/** An ended round beside its server seed: as the row has it, so that who verifies it finds what was altered. */
async function wireRevealed(deps: Deps, row: SeatRoundRow): Promise<WireSeatRound> {
  return wireOf(deps, row, await playStored(deps, row))
}
