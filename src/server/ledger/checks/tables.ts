import { canonicalJson } from '#domain/games/math-hash.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { saltFaults, type SaltEntry, type SaltList } from '#domain/games/table/salt-list.ts'
import { linksOfSeries, type TableGame } from '#domain/games/table/table-game.ts'
import { tableByCode, tables } from '#domain/games/table/tables.ts'
import { isChainOf, linksOf, drawSeries, resultsOf, type StoredChain } from '../table-draw.ts'
import { isAfter } from '../clock-spans.ts'
import { journalSources, kinds } from '../events.ts'
import type { BookCheck, CheckFault, CheckScope } from './check.ts'
import { tableProofs } from './table-proofs.ts'
import { tableVoids } from './table-voids.ts'

/** How many of the newest series, and how many others at random, each run of the books draws again. */
const sampleSize = 50

/** The stakes of each member in a round that was settled, also one that is void now, beside their results. */
const settled = `(SELECT b.member_id, b.round_id, sum(b.stake)::bigint AS staked, g.company_code FROM table_bet b
    JOIN table_round r ON r.id = b.round_id JOIN game_table t ON t.id = r.table_id JOIN game g ON g.code = t.game_code
    WHERE b.undone_at IS NULL AND (r.state = 'settled' OR r.voided_at IS NOT NULL) GROUP BY b.member_id, b.round_id, g.company_code) s
  FULL JOIN (SELECT j.*, a.reference FROM journal j LEFT JOIN account a ON a.id = j.contra_id WHERE j.kind = ${kinds('table_result')}) j
    ON j.member_id = s.member_id AND j.ref = s.round_id`

/** The links of a series by the code of its game, as a list of VALUES. */
const linksOfGames = tables.map(({ game }) => `('${game.code}', ${linksOfSeries(game)})`).join(', ')

/** Checks of shared rounds (docs/decisions/043-shared-rounds.md). */
export const tableChecks: readonly BookCheck[] = [
  {
    name: 'table-bets',
    description:
      'Each placement at a table is booked with its stake in play while its round took any, each that was undone or whose round is void is rolled back, each member with a stake in a settled round has one result of it and nobody else; money in play at tables equals open stakes.',
    sql: `SELECT b.member_id || ' ' || b.request_id AS subject, format('stake %s in round %s, which is %s: booked %s, rolled back: %s', b.stake, b.round_id,
        r.state, coalesce(j.stake::text, 'nothing'), u.seq IS NOT NULL) AS detail
      FROM table_bet b JOIN table_round r ON r.id = b.round_id
      LEFT JOIN journal j ON j.member_id = b.member_id AND j.source = ${journalSources.own} AND j.key = b.request_id
      LEFT JOIN journal u ON u.member_id = b.member_id AND u.source = -${journalSources.own} AND u.key = b.request_id
      WHERE (j.kind, j.stake, j.d_in_play, j.ref, j.at) IS DISTINCT FROM (${kinds('bet')}::smallint, b.stake, b.stake, b.round_id, b.at)
        OR (u.seq IS NOT NULL) <> (b.undone_at IS NOT NULL OR r.state = 'void')
        OR ${isAfter('r.opened_at', 'b.at')} OR ${isAfter('b.at', 'r.closed_at')} OR ${isAfter('b.undone_at', 'r.closed_at')}
        OR b.stake <> (SELECT sum(split_part(s, ':', 2)::bigint) FROM unnest(string_to_array(b.spots, ' ')) s)
      UNION ALL
      SELECT j.member_id || '/' || j.seq, format('a stake in round %s without a placement', j.ref) FROM journal j JOIN table_round r ON r.id = j.ref
      LEFT JOIN table_bet b ON b.member_id = j.member_id AND b.request_id = j.key
      WHERE j.kind = ${kinds('bet')} AND (j.source <> ${journalSources.own} OR b.round_id IS DISTINCT FROM j.ref)
      UNION ALL
      SELECT coalesce(s.member_id || ' in ' || s.round_id, j.member_id || '/' || j.seq), format('staked %s, a result of %s', coalesce(s.staked, 0), -j.d_in_play)
      FROM ${settled}
      WHERE (-j.d_in_play, j.key, j.source, j.reference) IS DISTINCT FROM (s.staked, s.round_id, ${journalSources.system}::smallint, s.company_code)
      UNION ALL
      SELECT w.member_id::text, format('in play %s, of it at tables %s and at providers %s', w.in_play, o.staked, coalesce(t.amount, 0))
      FROM wallet w
      JOIN (SELECT b.member_id, sum(b.stake)::bigint AS staked FROM table_bet b JOIN table_round r ON r.id = b.round_id
        WHERE b.undone_at IS NULL AND r.state IN ('open', 'closed', 'dealt') GROUP BY 1) o USING (member_id)
      LEFT JOIN (SELECT member_id, sum(amount) AS amount FROM transfer_balance GROUP BY 1) t USING (member_id)
      WHERE w.in_play < o.staked + coalesce(t.amount, 0)`,
  },
  {
    name: 'table-order',
    description:
      'The rounds of a table are numbered without a gap, at most its last one is not ended, none is open a minute after its close while another process deals, nor closed or dealt for a minute while any does, each has the times of its state in order, and the places of a series have no gap. The series of a chain have the links of their game, one range after the other from link 1.',
    sql: `SELECT t.name AS subject, format('%s rounds up to number %s, %s by its state; %s not ended', count(r.id), max(r.number), s.rounds,
        count(*) FILTER (WHERE r.ended_at IS NULL)) AS detail
      FROM table_state s JOIN game_table t ON t.id = s.table_id LEFT JOIN table_round r ON r.table_id = t.id GROUP BY t.name, s.rounds
      HAVING count(r.id) <> s.rounds OR coalesce(max(r.number), 0) <> s.rounds
        OR count(r.id) FILTER (WHERE r.ended_at IS NULL AND r.number < s.rounds) > 0
      UNION ALL
      SELECT r.id::text, format('%s: opened %s, closes %s, closed %s, dealt %s, ended %s', r.state, r.opened_at, r.closes_at, r.closed_at, r.dealt_at, r.ended_at)
      FROM table_round r
      WHERE NOT CASE r.state WHEN 'open' THEN r.closed_at IS NULL AND r.dealt_at IS NULL
        WHEN 'closed' THEN r.closed_at IS NOT NULL AND r.dealt_at IS NULL
        WHEN 'void' THEN (r.dealt_at IS NULL) = (r.outcome IS NULL) AND (r.dealt_at IS NULL OR r.void_reason = 'office')
        ELSE r.closed_at IS NOT NULL AND r.dealt_at IS NOT NULL END
        OR r.closes_at < r.opened_at OR r.closed_at < r.closes_at OR ${isAfter('r.closed_at', 'r.dealt_at')}
        OR ${isAfter('coalesce(r.dealt_at, r.closed_at, r.opened_at)', 'r.ended_at')}
        OR ${isAfter('r.ended_at', 'r.voided_at')}
      UNION ALL
      SELECT r.id::text, format('open since %s, its close was at %s', r.opened_at, r.closes_at)
      FROM table_round r JOIN table_state s USING (table_id)
      WHERE r.state = 'open' AND r.closes_at < now() - interval '1 minute' AND s.dealer_until > now() AND s.dealer <> r.dealer
      UNION ALL
      SELECT r.id::text, format('%s since %s, and its table is dealt', r.state, coalesce(r.dealt_at, r.closed_at))
      FROM table_round r JOIN table_state s USING (table_id)
      WHERE r.state IN ('closed', 'dealt') AND coalesce(r.dealt_at, r.closed_at) < now() - interval '1 minute' AND s.dealer_until > now()
      UNION ALL
      SELECT 'series ' || r.series_id, format('%s rounds, up to place %s', count(*), max(r.place)) FROM table_round r
      GROUP BY r.series_id HAVING max(r.place) <> count(*) - 1
      UNION ALL
      SELECT 'series ' || q.id, format('links from %s, %s of them; due from %s, %s of them', q.first_link, q.links, q.due, g.links)
      FROM (SELECT *, coalesce(lag(first_link + links) OVER (PARTITION BY chain_id ORDER BY id), 1) AS due FROM table_series) q
      JOIN game_table t ON t.id = q.table_id LEFT JOIN (VALUES ${linksOfGames}) g (code, links) ON g.code = t.game_code
      WHERE q.first_link <> q.due OR q.links IS DISTINCT FROM g.links
      UNION ALL
      SELECT t.name, format('%s steps by its state, one has number %s', s.step, p.number) FROM table_state s JOIN game_table t ON t.id = s.table_id
      JOIN table_step p USING (table_id) WHERE p.number > s.step`,
  },
  {
    name: 'table-rounds',
    description:
      'The newest series of tables, and random ones, follow from their chain, whose end was published, and from their salts, as their list was published before the first round: one that ended has all of its rounds, each round shows what it draws, and each member got what the outcome returns of the stakes.',
    find: async (scope) => {
      const { secret } = scope
      if (secret === null) return { notRun: 'the chains of tables are encrypted with APP_SECRET' }
      const faults: CheckFault[] = []
      for (const series of await readSample(scope)) {
        if (secret.lost?.has(series.chain.keyId)) continue
        for (const detail of await faultsOf(scope, { secret }, series))
          faults.push({ subject: `series ${series.id}`, detail })
        if (faults.length >= scope.mostFaults) break
      }
      return faults
    },
  },
  tableVoids,
  tableProofs,
]

type SampledSeries = {
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

async function readSample({ rows }: CheckScope): Promise<SampledSeries[]> {
  const found = await rows<Omit<SampledSeries, 'chain'> & Omit<StoredChain, 'tableId'> & { tableId: number }>(
    `SELECT q.id, t.name AS table, t.game_code AS game, q.phase, q.first_link AS "firstLink", encode(q.previous_link, 'hex') AS "previousLink",
       encode(c.end_hash, 'hex') AS "chainEnd", q.salts, ARRAY(SELECT encode(l, 'hex') FROM unnest(q.revealed) WITH ORDINALITY u (l, n) ORDER BY n) AS revealed,
       (SELECT count(*)::int FROM table_round r WHERE r.series_id = q.id) AS rounds,
       c.public_id AS "publicId", c.table_id AS "tableId", c.links, c.key_id AS "keyId", c.seed_encrypted AS "seedEncrypted",
       (SELECT coalesce(json_agg(json_build_object('seat', a.seat, 'saltHash', encode(a.hash, 'hex'), 'salt', encode(a.salt, 'hex'),
         'isMixed', coalesce(NOT a.salt_late, false)) ORDER BY a.seat COLLATE "C"), '[]') FROM table_salt a WHERE a.series_id = q.id AND NOT a.hash_late) AS arrived
     FROM table_series q JOIN game_table t ON t.id = q.table_id JOIN table_chain c ON c.id = q.chain_id
     WHERE q.id IN ((SELECT id FROM table_series ORDER BY id DESC LIMIT $1) UNION (SELECT id FROM table_series ORDER BY random() LIMIT $1)) ORDER BY q.id`,
    [sampleSize],
  )
  return found.map(({ publicId, tableId, links, keyId, seedEncrypted, ...series }) => ({
    ...series,
    chain: { publicId, tableId, links, keyId, seedEncrypted },
  }))
}

/** What is wrong with a series: its place in the chain, its salts, its rounds, and their results. */
async function faultsOf(
  scope: CheckScope,
  config: { secret: NonNullable<CheckScope['secret']> },
  series: SampledSeries,
): Promise<string[]> {
  const { chain, firstLink, previousLink, salts, revealed } = series
  const game = tableByCode(series.game)?.game
  if (!game) return [`of the game ${series.game}, which is unknown`]
  let before: Uint8Array | undefined
  try {
    before = linksOf(config, chain, { from: firstLink - 1, to: firstLink - 1 })[0]
  } catch {
    return ['its chain is not that of its table']
  }
  if (
    !before ||
    Buffer.from(before).toString('hex') !== previousLink ||
    !isChainOf(before, firstLink - 1, series.chainEnd)
  )
    return ['it does not begin where its chain had come to']
  if (salts === null) return revealed.length === 0 ? [] : ['links are revealed before its salts']
  const list: SaltList = { table: series.table, game: series.game, firstLink, previousLink, ...salts }
  const [fault] = saltFaults(list)
  if (fault) return [`the salt of seat "${fault.seat}" has the fault ${fault.kind}`]
  if (!isListOf(salts.entries, series)) return ['its list of salts is not what has arrived']
  const drawn = drawSeries(config, chain, game, list)
  const shown = revealed.every((link, index) => link === Buffer.from(drawn.links[index] ?? []).toString('hex'))
  const isShort = series.phase === 'ended' && series.rounds < drawn.outcomes.length
  return [
    ...(isShort ? [`it ended after ${series.rounds} of its ${drawn.outcomes.length} rounds`] : []),
    ...(shown ? [] : ['a link that was revealed is not that of its chain']),
    ...(await roundFaults(scope, game, { id: series.id, outcomes: drawn.outcomes })),
  ]
}

function isListOf(entries: readonly SaltEntry[], { arrived }: SampledSeries): boolean {
  const listed = entries.map(({ seat, saltHash, salt }) => `${seat} ${saltHash} ${salt}`)
  const mixed = new Map(entries.map(({ seat, salt }) => [seat, salt]))
  // A salt that arrived in time and does not fit its hash is listed without it.
  const due = arrived.map(({ seat, saltHash, salt, isMixed }) => {
    const wrong = mixed.get(seat) === null && salt !== null && isMixed
    return `${seat} ${saltHash} ${isMixed && !wrong ? salt : null}`
  })
  return listed.join('\n') === due.join('\n')
}

type DrawnRound = { id: string; place: number; outcome: TableOutcome }

async function roundFaults(
  { rows }: CheckScope,
  game: TableGame,
  { id, outcomes }: { id: bigint; outcomes: readonly TableOutcome[] },
): Promise<string[]> {
  const rounds = await rows<DrawnRound>(
    `SELECT id, place, outcome FROM table_round WHERE series_id = $1 AND outcome IS NOT NULL ORDER BY number`,
    [String(id)],
  )
  const bets = await rows<{ roundId: string; memberId: bigint; spots: string; returned: bigint | null }>(
    `SELECT b.round_id AS "roundId", b.member_id AS "memberId", b.spots, j.pay AS returned
     FROM table_bet b JOIN table_round r ON r.id = b.round_id
     LEFT JOIN journal j ON j.member_id = b.member_id AND j.source = ${journalSources.system} AND j.key = r.id
     WHERE r.series_id = $1 AND (r.state = 'settled' OR r.voided_at IS NOT NULL) AND b.undone_at IS NULL`,
    [String(id)],
  )
  const ofRound = Map.groupBy(bets, ({ roundId }) => roundId)
  return rounds.flatMap((round) => {
    const due = outcomes[round.place]
    if (!due || canonicalJson(due) !== canonicalJson(round.outcome))
      return [`round ${round.id} is not what its series draws`]
    const placed = ofRound.get(round.id) ?? []
    const paid = new Map(placed.map(({ memberId, returned }) => [memberId, returned]))
    return resultsOf(game, round.outcome, placed).flatMap(({ memberId, returned }) =>
      paid.get(memberId) === returned
        ? []
        : [`round ${round.id} returns ${returned} to member ${memberId}, who got ${paid.get(memberId)}`],
    )
  })
}
