import { canonicalJson } from '#domain/games/math-hash.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { saltFaults, type SaltEntry, type SaltList } from '#domain/games/table/salt-list.ts'
import { linksOfSeries, type TableGame } from '#domain/games/table/table-game.ts'
import { tableByCode } from '#domain/games/table/tables.ts'
import type { AppSecret } from '#server/config.ts'
import type { ChainLinks } from './chain-links.ts'
import { journalKinds, journalSources } from './events.ts'
import { createProofKeys } from './proofs.ts'
import type { ReadRows } from './redraw.ts'
import { limitFaults, type LimitHistory } from './table-limit-faults.ts'
import { isLostChain, outcomesOf, resultsOf, type StoredChain } from './table-draw.ts'

/**
 * Recounts rounds of tables: draws them again from chain and salts, recomputes from spots and outcome what each member gets, and compares with
 * the rows and the journal (docs/decisions/043-shared-rounds.md).
 */

/** A series with its chain and salts, as the database has them. */
export type StoredSeries = {
  id: bigint
  table: string
  game: string
  phase: 'hashes' | 'salts' | 'running' | 'ended'
  firstLink: number
  previousLink: string
  chainEnd: string
  salts: { entries: SaltEntry[]; lateSeats: string[] } | null
  revealed: string[]
  /** How many rounds it has, void ones too. */
  rounds: number
  chain: StoredChain
  arrived: { seat: string; saltHash: string; salt: string | null; isMixed: boolean }[]
}

/** The series of these ids, in the order of the ids. */
export async function readStoredSeries(read: ReadRows, ids: readonly bigint[]): Promise<StoredSeries[]> {
  const found = await read<Omit<StoredSeries, 'chain'> & StoredChain>(
    `SELECT q.id, t.name AS table, t.game_code AS game, q.phase, q.first_link AS "firstLink", encode(q.previous_link, 'hex') AS "previousLink",
       encode(c.end_hash, 'hex') AS "chainEnd", q.salts, ARRAY(SELECT encode(l, 'hex') FROM unnest(q.revealed) WITH ORDINALITY u (l, n) ORDER BY n) AS revealed,
       (SELECT count(*)::int FROM table_round r WHERE r.series_id = q.id) AS rounds,
       c.public_id AS "publicId", q.table_id AS "tableId", c.links, c.key_id AS "keyId", c.seed_encrypted AS "seedEncrypted",
       (SELECT coalesce(json_agg(json_build_object('seat', a.seat, 'saltHash', encode(a.hash, 'hex'), 'salt', encode(a.salt, 'hex'),
         'isMixed', coalesce(NOT a.salt_late, false)) ORDER BY a.seat COLLATE "C"), '[]') FROM table_salt a WHERE a.series_id = q.id AND NOT a.hash_late) AS arrived
     FROM table_series q JOIN game_table t ON t.id = q.table_id JOIN table_chain c ON c.id = q.chain_id WHERE q.id = ANY ($1::bigint[]) ORDER BY q.id`,
    [ids.map(String)],
  )
  return found.map(({ publicId, tableId, links, keyId, seedEncrypted, ...series }) => ({
    ...series,
    chain: { publicId, tableId, links, keyId, seedEncrypted },
  }))
}

/** What a series draws; `faults` are about the series itself, and `outcomes` is null where it cannot be drawn. */
export type RedrawnSeries = { game: TableGame | null; outcomes: readonly TableOutcome[] | null; faults: string[] }

/** Draws a series again. One whose chain is under a lost key is not drawn, and has no faults. */
export async function redrawSeries(links: ChainLinks, secret: AppSecret, series: StoredSeries): Promise<RedrawnSeries> {
  const { chain, firstLink, previousLink, salts, revealed } = series
  const game = tableByCode(series.game)?.game ?? null
  const fault = (text: string): RedrawnSeries => ({ game, outcomes: null, faults: [text] })
  if (game === null) return fault(`of the game ${series.game}, which is unknown`)
  if (isLostChain({ secret }, chain)) return { game, outcomes: null, faults: [] }
  const all = await links.read(chain, series.chainEnd, { from: firstLink - 1, to: firstLink + linksOfSeries(game) - 1 })
  if (all === null) return fault('its chain is not that of its table')
  const [before, ...own] = all
  if (Buffer.from(before ?? []).toString('hex') !== previousLink)
    return fault('it does not begin where its chain had come to')
  if (salts === null)
    return revealed.length === 0 ? { game, outcomes: [], faults: [] } : fault('links are revealed before its salts')
  const list: SaltList = { table: series.table, game: series.game, firstLink, previousLink, ...salts }
  const [wrong] = saltFaults(list)
  if (wrong) return fault(`the salt of seat "${wrong.seat}" has the fault ${wrong.kind}`)
  if (!isListOf(salts.entries, series)) return fault('its list of salts is not what has arrived')
  const outcomes = outcomesOf(game, own, list)
  const isShown = revealed.every((link, index) => link === Buffer.from(own[index] ?? []).toString('hex'))
  const isShort = series.phase === 'ended' && series.rounds < outcomes.length
  return {
    game,
    outcomes,
    faults: [
      ...(isShort ? [`it ended after ${series.rounds} of its ${outcomes.length} rounds`] : []),
      ...(isShown ? [] : ['a link that was revealed is not that of its chain']),
    ],
  }
}

function isListOf(entries: readonly SaltEntry[], { arrived }: StoredSeries): boolean {
  const listed = entries.map(({ seat, saltHash, salt }) => `${seat} ${saltHash} ${salt}`)
  const mixed = new Map(entries.map(({ seat, salt }) => [seat, salt]))
  // A salt that arrived in time and does not fit its hash is listed without it.
  const due = arrived.map(({ seat, saltHash, salt, isMixed }) => {
    const wrong = mixed.get(seat) === null && salt !== null && isMixed
    return `${seat} ${saltHash} ${isMixed && !wrong ? salt : null}`
  })
  return listed.join('\n') === due.join('\n')
}

/** The results that rounds had, together, and the rounds that differ from what is due. */
export type Recount = {
  results: bigint
  staked: bigint
  returned: bigint
  different: { id: string; detail: string }[]
}

export function emptyRecount(): Recount {
  return { results: 0n, staked: 0n, returned: 0n, different: [] }
}

/** A round with one of its placements; nulls where it has none. */
type PlacedRow = {
  id: string
  tableId: number
  place: number
  /** In ms since 1970; that of the close is now, where it is still to come. */
  openedAt: number
  closedAt: number
  isPaid: boolean
  outcome: TableOutcome | null
  memberId: bigint | null
  key: string
  spots: string
  stake: bigint
  isUndone: boolean
  /** The event of the placement, null where it is not booked. */
  booked: { requestHash: string; contraId: number; d_cash: string; d_in_play: string; stake: string } | null
  /** The result of the member, null where there is none. */
  staked: bigint | null
  returned: bigint | null
}

/** Rounds with their placements and what the journal has of them. A round is paid once it was settled, also where it is void now. */
const placedSql = `SELECT r.id, r.table_id::int AS "tableId", r.place, (1000 * extract(epoch FROM r.opened_at))::float8 AS "openedAt",
    (1000 * extract(epoch FROM coalesce(r.closed_at, clock_timestamp())))::float8 AS "closedAt", r.state = 'settled' OR r.voided_at IS NOT NULL AS "isPaid", r.outcome, b.member_id AS "memberId", b.request_id AS key,
    b.spots, b.stake, b.undone_at IS NOT NULL AS "isUndone", -j.d_in_play AS staked, j.pay AS returned,
    (SELECT json_build_object('requestHash', p.request_hash::text, 'contraId', p.contra_id, 'd_cash', p.d_cash::text, 'd_in_play', p.d_in_play::text, 'stake', p.stake::text)
      FROM journal p WHERE p.member_id = b.member_id AND p.source = ${journalSources.own} AND p.key = b.request_id AND p.kind = ${journalKinds.bet} AND p.ref = r.id) AS booked
  FROM table_round r LEFT JOIN table_bet b ON b.round_id = r.id
  LEFT JOIN journal j ON j.member_id = b.member_id AND j.source = ${journalSources.system} AND j.key = r.id AND j.kind = ${journalKinds.table_result}
  WHERE r.id = ANY ($1::uuid[]) ORDER BY r.number, b.member_id, b.request_id`

/**
 * Recounts rounds of one series. The proof of each placement is verified too: one whose spots are altered while its round is recounted would
 * return what they do.
 */
export async function recountRounds(
  read: ReadRows,
  secret: AppSecret,
  { game, outcomes, limits }: { game: TableGame; outcomes: readonly TableOutcome[] | null; limits: LimitHistory },
  ids: readonly string[],
): Promise<Recount> {
  const recount = emptyRecount()
  for (let from = 0; from < ids.length; from += roundsTogether) {
    const rows = await read<PlacedRow>(placedSql, [ids.slice(from, from + roundsTogether)])
    for (const [id, placed] of Map.groupBy(rows, (row) => row.id)) {
      const details = [
        ...outcomeFaults(placed, outcomes),
        ...placementFaults(secret, placed),
        ...resultFaults(recount, game, placed),
        ...placed.slice(0, 1).flatMap((round) => limitFaults(limits, game, round, stakesIn(placed))),
      ]
      recount.different.push(...details.map((detail) => ({ id, detail })))
    }
  }
  return recount
}

const roundsTogether = 20

/** The placements of a round: the row of one without any has no member. */
function stakesIn(placed: readonly PlacedRow[]): (PlacedRow & { memberId: bigint })[] {
  return placed.flatMap((row) => (row.memberId === null ? [] : [{ ...row, memberId: row.memberId }]))
}

function outcomeFaults([round]: readonly PlacedRow[], outcomes: readonly TableOutcome[] | null): string[] {
  if (outcomes === null || round === undefined || round.outcome === null) return []
  const due = outcomes[round.place]
  return due && canonicalJson(due) === canonicalJson(round.outcome) ? [] : ['is not what its series draws']
}

function placementFaults(secret: AppSecret, placed: readonly PlacedRow[]): string[] {
  return stakesIn(placed)
    .filter((row) => !row.isUndone && !isBooked(secret, row))
    .map(({ memberId, key }) => `its placement ${key} of member ${memberId} is not the one that was booked`)
}

/** Adds the results of a round to a recount, and compares them with what is due: one for each member with a stake in a paid round. */
function resultFaults(recount: Recount, game: TableGame, placed: readonly PlacedRow[]): string[] {
  const own = stakesIn(placed)
  const live = own.filter(({ isPaid, isUndone }) => isPaid && !isUndone)
  const outcome = placed[0]?.outcome ?? null
  if (outcome === null && live.length > 0) return ['is settled without an outcome']
  const results = outcome === null ? [] : resultsOf(game, outcome, live)
  const due = new Map(results.map((result) => [result.memberId, result]))
  const found = new Map(own.map((row) => [row.memberId, row]))
  return [...found].flatMap(([memberId, { staked, returned }]) => {
    if (staked !== null) recount.results += 1n
    recount.staked += staked ?? 0n
    recount.returned += returned ?? 0n
    const result = due.get(memberId)
    return (result?.returned ?? null) === returned && (result?.staked ?? null) === staked
      ? []
      : [
          `returns ${result?.returned ?? 'nothing'} of ${result?.staked ?? 'nothing'} to member ${memberId}, who got ${returned ?? 'nothing'} of ${staked ?? 'nothing'}`,
        ]
  })
}

/** Whether a placement is booked with its spots. Proofs of a lost key cannot be verified; the check `play-proofs` judges them. */
function isBooked(secret: AppSecret, { memberId, key, spots, stake, booked, id }: PlacedRow): boolean {
  if (booked === null || memberId === null || BigInt(booked.stake) !== stake) return false
  if (secret.lost !== undefined) return true
  return createProofKeys(secret).verifies({
    memberId,
    kind: journalKinds.bet,
    source: journalSources.own,
    key,
    requestHash: BigInt(booked.requestHash),
    cash: BigInt(booked.d_cash),
    held: 0n,
    inPlay: BigInt(booked.d_in_play),
    stake,
    pay: 0n,
    contraId: booked.contraId,
    ref: id,
    transaction: spots,
    round: null,
  })
}
