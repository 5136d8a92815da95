import type { ListedReplay } from '#contract/replay.ts'
import { wallClock } from '#domain/brand-time.ts'
import { catalogue, gameByCode, returnPercent } from '#domain/games/catalogue.ts'
import { blackjackHashOf } from '#domain/games/blackjack/game.ts'
import { openSeatGameByCode, seatGames } from '#domain/games/seat-games.ts'
import type { Amount } from '#domain/money.ts'
import { listedAfterMinutes, mostListed, mostListedOfMember, multipleOf } from '#domain/replay.ts'
import type { Deps } from '#server/deps.ts'
import type { Brand } from '#server/http/brands.ts'
import { seatOdds } from '#server/modules/seat-round/store.ts'
import { currentMathHash } from '#server/modules/slot/store.ts'
import { sql } from 'kysely'
import { isRecordedShare } from './recorded.ts'
import { sharedRounds } from './shared-rounds.ts'

/** The lists of shared rounds, the same for every visitor of a brand. */

type Kept = Map<string, { atMs: number; replays: Promise<ListedReplay[]> }>

/** Homes and pages of games of all visitors read the lists: a process reads one at most so often, unless something is shared or taken back. */
const readEveryMs = 3_000
const kept = new WeakMap<Deps['events'], Kept>()

function keptOf(events: Deps['events']): Kept {
  const known = kept.get(events) ?? new Map<string, { atMs: number; replays: Promise<ListedReplay[]> }>()
  kept.set(events, known)
  return known
}

/** A round was shared or taken back by this process; another process shows it in `readEveryMs`. */
export function forgetListed(events: Deps['events']): void {
  kept.delete(events)
}

/** The list of a brand, or of one game of it; empty of a game whose rounds cannot be shared. */
export async function listedReplays(
  deps: ListDeps & Pick<Deps, 'events'>,
  brand: Pick<Brand, 'id' | 'timeZone'>,
  game: string | null,
): Promise<ListedReplay[]> {
  if (game !== null && gameByCode(game) === undefined && openSeatGameByCode(game) === undefined) return []
  const lists = keptOf(deps.events)
  const key = `${brand.id} ${game ?? ''}`
  const last = lists.get(key)
  if (last !== undefined && performance.now() - last.atMs < readEveryMs) return last.replays
  const replays = readVerified(deps, brand, game)
  lists.set(key, { atMs: performance.now(), replays })
  replays.catch(() => lists.delete(key))
  return replays
}

type ListDeps = Pick<Deps, 'db' | 'config' | 'log'>

/** Without the shares that are not as they were recorded. */
async function readVerified(
  deps: ListDeps,
  brand: Pick<Brand, 'id' | 'timeZone'>,
  game: string | null,
): Promise<ListedReplay[]> {
  const shown: ListedReplay[] = []
  for (const replay of await readListed(deps.db, brand, game))
    if (await isRecordedShare(deps, replay.id, 'listed')) shown.push(replay)
  return shown
}

/** One of the newest shares; `game` is null where it is in no list. */
type Candidate = {
  id: string
  sharedAt: string
  memberId: bigint
  game: string | null
  stake: Amount
  pay: Amount
  at: Date
}

/** Shares are read in pages of so many, the newest first, and so many pages at most: however many are shared, a list costs the same. */
const pageOf = 100
const mostPages = 20

async function readListed(
  db: Deps['db'],
  brand: Pick<Brand, 'id' | 'timeZone'>,
  game: string | null,
): Promise<ListedReplay[]> {
  const listed: ListedReplay[] = []
  const ofMember = new Map<bigint, number>()
  let last: Candidate | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const candidates: Candidate[] = await readPage(db, brand, hashesOf(game), last)
    for (const candidate of candidates) {
      const count = ofMember.get(candidate.memberId) ?? 0
      const replay = count < mostListedOfMember ? replayOf(candidate, brand) : null
      if (replay === null) continue
      ofMember.set(candidate.memberId, count + 1)
      if (listed.push(replay) === mostListed) return listed
    }
    last = candidates.at(-1) ?? null
    if (candidates.length < pageOf) break
  }
  return listed
}

/** The versions that can be replayed, of all games or of one. */
function hashesOf(game: string | null): string[] {
  const isMeant = (entry: { game: { code: string } }): boolean => game === null || entry.game.code === game
  return [
    ...catalogue.filter(isMeant).map(currentMathHash),
    ...seatGames.filter(isMeant).map((entry) => blackjackHashOf(entry.game)),
  ]
}

/** The next page of shares of the last 30 days after `last`. The time is text, because a `Date` has no microseconds. */
async function readPage(
  db: Deps['db'],
  brand: Pick<Brand, 'id' | 'timeZone'>,
  hashes: readonly string[],
  last: Candidate | null,
): Promise<Candidate[]> {
  const from = last === null ? sql`true` : sql`(p.shared_at, p.id) < (${last.sharedAt}::timestamptz, ${last.id}::uuid)`
  const { rows } = await sql<Candidate>`
    SELECT p.id, p.shared_at::text AS "sharedAt", p.member_id AS "memberId", f.game, f.stake, f.pay, f.at
      FROM (SELECT p.id, p.round_id, p.member_id, p.shared_at FROM public_replay p
             WHERE p.listed AND p.taken_back_at IS NULL AND p.shared_at > now() - interval '30 days' AND ${from}
             ORDER BY p.shared_at DESC, p.id DESC LIMIT ${pageOf}) p
      LEFT JOIN LATERAL (
        SELECT s.game, s.stake, s.pay, s.at
          FROM ${sharedRounds}
          JOIN game g ON g.code = s.game
          JOIN brand_game bg ON bg.game_code = g.code AND bg.brand_id = ${brand.id} AND bg.used
          JOIN brand_company bc ON bc.company_code = g.company_code AND bc.brand_id = ${brand.id} AND bc.used
          JOIN member m ON m.id = p.member_id
         WHERE s.at < date_trunc('day', now(), ${brand.timeZone})
           AND s.at <= now() - make_interval(mins => ${listedAfterMinutes})
           AND NOT s.void AND s.hash = ANY (${hashes}::text[])
           AND m.brand_id = ${brand.id} AND m.status = 'active' AND NOT m.house
           AND coalesce(m.excluded_until <= now(), true)) f ON true
     ORDER BY p.shared_at DESC, p.id DESC`.execute(db)
  return rows
}

function replayOf(candidate: Candidate, brand: Pick<Brand, 'timeZone'>): ListedReplay | null {
  const { id, game, pay, stake, at } = candidate
  const shown = game === null ? null : gameOf(game)
  if (game === null || shown === null) return null
  return { id, game, ...shown, multiple: multipleOf(pay, stake), day: wallClock(at, brand.timeZone).day }
}

function gameOf(code: string): Pick<ListedReplay, 'names' | 'rtp'> | null {
  const slot = gameByCode(code)
  if (slot !== undefined) return { names: slot.names, rtp: returnPercent(slot) }
  const seat = openSeatGameByCode(code)
  return seat === undefined ? null : { names: seat.names, rtp: seatOdds(seat.game).rtp }
}
