import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import type { SeatExample, SlotExample, WatchedGame, WatchedReplay, WatchedTableRound } from '#contract/replay.ts'
import { wallClock } from '#domain/brand-time.ts'
import { percentOf } from '#domain/comp.ts'
import { decidedRecordText } from '#domain/games/blackjack/decided-record.ts'
import { blackjackHashOf } from '#domain/games/blackjack/game.ts'
import { settlementOf } from '#domain/games/blackjack/round.ts'
import { visibleState } from '#domain/games/blackjack/visible.ts'
import { gameByCode, returnPercent, type CatalogueGame } from '#domain/games/catalogue.ts'
import {
  decidedExampleRecord,
  decidedExamplesOf,
  exampleClientSeed,
  exampleOutcomes,
  exampleRecord,
  exampleSeriesText,
  exampleServerSeed,
  examplesOf,
} from '#domain/games/example-rounds.ts'
import { leastStake } from '#domain/games/game.ts'
import { roundRecordText } from '#domain/games/round-record.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { openSeatGameByCode, type CatalogueSeatGame } from '#domain/games/seat-games.ts'
import { openTableByCode, type CatalogueTable } from '#domain/games/table/tables.ts'
import { multipleOf } from '#domain/replay.ts'
import type { GuestContext } from '#server/auth/context.ts'
import type { Deps } from '#server/deps.ts'
import type { Brand } from '#server/http/brands.ts'
import { readSeatRounds, readShown, seatOdds, wireDecisions } from '#server/modules/seat-round/store.ts'
import { currentMathHash } from '#server/modules/slot/store.ts'
import { currentTableHash, readSettledRounds } from '#server/modules/table/store.ts'
import { sql } from 'kysely'
import { listedReplays } from './listed.ts'
import { isRecordedShare } from './recorded.ts'

/** What everyone may watch, also without a session. Nothing here names a member, an amount or a round of the ledger. */

export async function getListedReplays(
  { deps, brand }: GuestContext,
  body: MemberBody<'get-listed-replays'>,
): Promise<MemberAnswer<'get-listed-replays'>> {
  return { status: 'success', replays: await listedReplays(deps, brand, body.game ?? null) }
}

/** A shared round of this brand, while it is not taken back and its version of the game can be replayed. A share that is not as it was recorded is none. */
export async function getPublicReplay(
  { deps, brand }: GuestContext,
  body: MemberBody<'get-public-replay'>,
): Promise<MemberAnswer<'get-public-replay'>> {
  const share = await deps.db
    .selectFrom('public_replay as p')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .select('p.round_id')
    .where('p.id', '=', body.id)
    .where('p.taken_back_at', 'is', null)
    .where('m.brand_id', '=', brand.id)
    .executeTakeFirst()
  if (share === undefined || !(await isRecordedShare(deps, body.id, 'shown'))) return { status: 'none' }
  const replay =
    (await sharedSlotRound(deps, brand, share.round_id)) ?? (await sharedSeatRound(deps, brand, share.round_id))
  return replay === null ? { status: 'none' } : { status: 'success', replay }
}

async function sharedSlotRound(deps: Deps, brand: Brand, roundId: string): Promise<WatchedReplay | null> {
  const row = await deps.db
    .selectFrom('round as r')
    .innerJoin('game_version as v', 'v.id', 'r.game_version_id')
    .select(['r.stake', 'r.pay', 'r.at', 'r.events', 'v.game_code', 'v.math_hash'])
    .where('r.id', '=', roundId)
    .executeTakeFirst()
  const entry = row && gameByCode(row.game_code)
  if (!entry || row.math_hash !== currentMathHash(entry)) return null
  return {
    ...slotWatch(entry),
    day: wallClock(row.at, brand.timeZone).day,
    round: { multiple: multipleOf(row.pay, row.stake), events: JSON.parse(row.events) as RoundEvent[] },
  }
}

/** A round with decisions as its member saw it; null also of one that became void since. */
async function sharedSeatRound(deps: Deps, brand: Brand, roundId: string): Promise<WatchedReplay | null> {
  const [row] = await readSeatRounds(deps.db, sql`q.id = ${roundId}::uuid AND q.state = 'settled'`)
  const entry = row && openSeatGameByCode(row.gameCode)
  if (!entry || row.returned === null || row.mathHash !== blackjackHashOf(entry.game)) return null
  const shown = await readShown(deps, row)
  if (shown === null) return null
  return {
    ...seatWatch(entry),
    day: wallClock(row.at, brand.timeZone).day,
    round: {
      multiple: multipleOf(row.returned, row.staked),
      view: shown.view,
      decisions: wireDecisions(row, shown.defaults),
    },
  }
}

function slotWatch(entry: CatalogueGame) {
  return {
    kind: 'slot' as const,
    game: entry.game.code,
    names: entry.names,
    rtp: returnPercent(entry),
    mathHash: currentMathHash(entry),
    winPercent: percentOf(Math.floor(entry.winPpm / 1_000) * 1_000),
  }
}

function seatWatch({ game, names }: CatalogueSeatGame) {
  return { kind: 'seat' as const, game: game.code, names, mathHash: blackjackHashOf(game), ...seatOdds(game) }
}

export async function getWatchedGame(
  { deps, brand }: GuestContext,
  { game }: MemberBody<'get-watched-game'>,
): Promise<MemberAnswer<'get-watched-game'>> {
  const entry = gameByCode(game)
  const table = openTableByCode(game)
  const seat = openSeatGameByCode(game)
  if (entry === undefined && table === undefined && seat === undefined) return { status: 'none' }
  const { rowCount } = await deps.pool.query(
    `SELECT FROM brand_game bg JOIN game g ON g.code = bg.game_code
      WHERE bg.brand_id = $1 AND bg.game_code = $2 AND g.released_at <= now()`,
    [brand.id, game],
  )
  if (rowCount === 0) return { status: 'none' }
  if (table !== undefined) {
    const settled = await readSettledRounds(deps.db, brand.id, game, mostTableRounds)
    const rounds = settled.map(({ outcome, number, openedAt }) => ({
      outcome,
      number,
      day: wallClock(openedAt, brand.timeZone).day,
    }))
    return { status: 'success', watch: watchedTable(table, rounds) }
  }
  if (seat !== undefined) return { status: 'success', watch: watchedSeat(seat) }
  return entry === undefined ? { status: 'none' } : { status: 'success', watch: watchedSlot(entry) }
}

/** How many rounds of a table may be watched. */
const mostTableRounds = 5

function watchedTable(entry: CatalogueTable, rounds: WatchedTableRound[]): WatchedGame {
  const { game, names, dealMs } = entry
  const shown = { kind: 'table' as const, game: game.code, names, dealMs }
  if (rounds.length > 0) return { ...shown, rounds, record: null }
  const examples = exampleOutcomes(game).map((outcome) => ({ outcome, number: null, day: null }))
  return { ...shown, rounds: examples, record: exampleSeriesText(game, currentTableHash(entry)) }
}

const slotExamples = new WeakMap<CatalogueGame, SlotExample[]>()
const seatExamples = new WeakMap<CatalogueSeatGame, SeatExample[]>()
const exampleSeeds = { serverSeed: exampleServerSeed, clientSeed: exampleClientSeed }

/** A slot with its examples, which are searched once in a process. */
function watchedSlot(entry: CatalogueGame): WatchedGame {
  const found = slotExamples.get(entry) ?? searchExamples(entry)
  slotExamples.set(entry, found)
  return { ...slotWatch(entry), ...exampleSeeds, examples: found }
}

/** The same of a game with decisions. */
function watchedSeat(entry: CatalogueSeatGame): WatchedGame {
  const found = seatExamples.get(entry) ?? searchSeatExamples(entry)
  seatExamples.set(entry, found)
  return { ...seatWatch(entry), ...exampleSeeds, examples: found }
}

function searchSeatExamples({ game }: CatalogueSeatGame): SeatExample[] {
  return decidedExamplesOf(game).map((example) => {
    const { why, nonce, round } = example
    const result = settlementOf(round.state)
    if (result === null) throw new Error(`the example ${nonce} of ${game.code} is not over`)
    return {
      why,
      nonce,
      multiple: multipleOf(BigInt(result.returned), BigInt(result.staked)),
      view: visibleState(game, round.state),
      decisions: round.decisions.map((action) => ({ action, isDefault: false })),
      record: decidedRecordText(decidedExampleRecord(game, example)),
    }
  })
}

function searchExamples(entry: CatalogueGame): SlotExample[] {
  const { game } = entry
  return examplesOf(game).map(({ why, nonce, round }) => ({
    why,
    nonce,
    multiple: multipleOf(round.pay, leastStake(game)),
    events: round.events,
    record: roundRecordText(exampleRecord(game, currentMathHash(entry), nonce, round)),
  }))
}
