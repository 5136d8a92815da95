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

type ListedRow = { id: string; game: string; stake: Amount; pay: Amount; at: Date }

async function readListed(
  db: Deps['db'],
  brand: Pick<Brand, 'id' | 'timeZone'>,
  game: string | null,
): Promise<ListedReplay[]> {
  const isMeant = (entry: { game: { code: string } }): boolean => game === null || entry.game.code === game
  const hashes = [
    ...catalogue.filter(isMeant).map(currentMathHash),
    ...seatGames.filter(isMeant).map((entry) => blackjackHashOf(entry.game)),
  ]
  const { rows } = await sql<ListedRow>`
    SELECT o.id, o.game, o.stake, o.pay, o.at FROM (
      SELECT p.id, p.shared_at, s.game, s.stake, s.pay, s.at,
             row_number() OVER (PARTITION BY p.member_id ORDER BY p.shared_at DESC, p.id) AS of_member
        FROM public_replay p
        JOIN ${sharedRounds} ON true
        JOIN game g ON g.code = s.game
        JOIN brand_game bg ON bg.game_code = g.code AND bg.brand_id = ${brand.id} AND bg.used
        JOIN brand_company bc ON bc.company_code = g.company_code AND bc.brand_id = ${brand.id} AND bc.used
        JOIN member m ON m.id = p.member_id
       WHERE p.listed AND p.taken_back_at IS NULL AND p.shared_at > now() - interval '30 days'
         AND s.at < date_trunc('day', now(), ${brand.timeZone})
         AND s.at <= now() - make_interval(mins => ${listedAfterMinutes})
         AND NOT s.void AND s.hash = ANY (${hashes}::text[])
         AND m.brand_id = ${brand.id} AND m.status = 'active' AND NOT m.house
         AND coalesce(m.excluded_until <= now(), true)) o
     WHERE o.of_member <= ${mostListedOfMember}
     ORDER BY o.shared_at DESC, o.id LIMIT ${mostListed}`.execute(db)
  return rows.flatMap((row) => {
    const shown = gameOf(row.game)
    if (shown === null) return []
    const day = wallClock(row.at, brand.timeZone).day
    return { id: row.id, game: row.game, ...shown, multiple: multipleOf(row.pay, row.stake), day }
  })
}

function gameOf(code: string): Pick<ListedReplay, 'names' | 'rtp'> | null {
  const slot = gameByCode(code)
  if (slot !== undefined) return { names: slot.names, rtp: returnPercent(slot) }
  const seat = openSeatGameByCode(code)
  return seat === undefined ? null : { names: seat.names, rtp: seatOdds(seat.game).rtp }
}
