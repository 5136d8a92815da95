import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import type { SlotExample, WatchedGame, WatchedTableRound } from '#contract/replay.ts'
import { wallClock } from '#domain/brand-time.ts'
import { percentOf } from '#domain/comp.ts'
import { gameByCode, returnPercent, type CatalogueGame } from '#domain/games/catalogue.ts'
import {
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
import { openTableByCode, type CatalogueTable } from '#domain/games/table/tables.ts'
import { multipleOf } from '#domain/replay.ts'
import type { GuestContext } from '#server/auth/context.ts'
import { currentMathHash } from '#server/modules/slot/store.ts'
import { currentTableHash, readSettledRounds } from '#server/modules/table/store.ts'
import { listedReplays } from './listed.ts'

/** What everyone may watch, also without a session. Nothing here names a member, an amount or a round of the ledger. */

export async function getListedReplays(
  { deps, brand }: GuestContext,
  body: MemberBody<'get-listed-replays'>,
): Promise<MemberAnswer<'get-listed-replays'>> {
  return { status: 'success', replays: await listedReplays(deps, brand, body.game ?? null) }
}

/** A shared round of this brand, while it is not taken back and its version of the game can be replayed. */
export async function getPublicReplay(
  { deps, brand }: GuestContext,
  body: MemberBody<'get-public-replay'>,
): Promise<MemberAnswer<'get-public-replay'>> {
  const row = await deps.db
    .selectFrom('public_replay as p')
    .innerJoin('round as r', 'r.id', 'p.round_id')
    .innerJoin('game_version as v', 'v.id', 'r.game_version_id')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .select(['r.stake', 'r.pay', 'r.at', 'r.events', 'v.game_code', 'v.math_hash'])
    .where('p.id', '=', body.id)
    .where('p.taken_back_at', 'is', null)
    .where('m.brand_id', '=', brand.id)
    .executeTakeFirst()
  const entry = row && gameByCode(row.game_code)
  if (!entry || row.math_hash !== currentMathHash(entry)) return { status: 'none' }
  return {
    status: 'success',
    replay: {
      ...slotWatch(entry),
      day: wallClock(row.at, brand.timeZone).day,
      round: { multiple: multipleOf(row.pay, row.stake), events: JSON.parse(row.events) as RoundEvent[] },
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

export async function getWatchedGame(
  { deps, brand }: GuestContext,
  { game }: MemberBody<'get-watched-game'>,
): Promise<MemberAnswer<'get-watched-game'>> {
  const entry = gameByCode(game)
  const table = entry === undefined ? openTableByCode(game) : undefined
  if (entry === undefined && table === undefined) return { status: 'none' }
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

const examples = new WeakMap<CatalogueGame, SlotExample[]>()

/** A slot with its examples, which are searched once in a process. */
function watchedSlot(entry: CatalogueGame): WatchedGame {
  const found = examples.get(entry) ?? searchExamples(entry)
  examples.set(entry, found)
  return { ...slotWatch(entry), serverSeed: exampleServerSeed, clientSeed: exampleClientSeed, examples: found }
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
