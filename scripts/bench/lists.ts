import { openConnection, post, type Connection } from './http-load.ts'
import { asSuperuser } from './database.ts'
import { closedLoop } from './measure.ts'
import { openBenchServer, type BenchServer } from './server.ts'

const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2)
const mostMs = 50

type Case = { member: number; call: string; body: Record<string, unknown> }

/**
 * The lists of a member with a million rounds of slots that earned comp, and of one with as many bets that did not: every
 * page, filter and count, one caller, warm.
 */
export async function listsBench(): Promise<void> {
  const server = await openBenchServer({ players: 2 })
  try {
    const begun = performance.now()
    await fill(server)
    console.log(`  2 members with ${rows} events each, made in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    let missed = 0
    const connection = await openConnection(server.port)
    const company = await companyOf(server)
    for (const one of cases(company)) missed += (await measure(server, connection, one)) ? 0 : 1
    connection.close()
    if (missed > 0) process.exitCode = 1
  } finally {
    await server.close()
  }
}

/** A round every 30 s until now, as the programs would have written them. */
async function fill(server: BenchServer): Promise<void> {
  const [slots, tables] = server.players.map(({ memberId }) => memberId)
  await asSuperuser(
    server.bench,
    async (client) => {
      await client.query(`SET session_replication_role = replica`)
      await client.query(`UPDATE journal SET at = now() - interval '3 years' WHERE member_id = ANY ($1)`, [
        [slots, tables],
      ])
      await client.query(
        `CREATE TEMP TABLE spun AS SELECT n, gen_random_uuid() AS id, now() - ($1::int - n) * interval '30 s' AS at
           FROM generate_series(1, $1::int) n`,
        [rows],
      )
      await client.query(
        `INSERT INTO round (member_id, nonce, id, at, seed_id, stake, pay, units, game_version_id, shown, events)
         SELECT $1, n, id, at, 1, 10000000, 0, 0, (SELECT max(id) FROM game_version), 1000, repeat('{"kind":"stop"},', 14)
           FROM spun`,
        [slots],
      )
      await client.query(insertEvents, [slots, 3, 35_000])
      await client.query(insertEvents, [tables, 1, 0])
      await client.query(`UPDATE wallet SET seq = seq + $1 WHERE member_id = ANY ($2)`, [rows, [slots, tables]])
    },
    'baize',
  )
  await asSuperuser(server.bench, (client) => client.query('VACUUM ANALYZE'), 'baize')
}

const insertEvents = `
  INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, cash, held, in_play, comp, stake, request_hash, key, ref,
    contra_id, rate_id, kind, source)
  SELECT $1::bigint, w.seq + s.n, s.at, -10000000, 0, 0, $3::bigint, 1, 0, 0, 1, 10000000, 0, gen_random_uuid(), s.id, 1,
    CASE WHEN $3::bigint > 0 THEN (SELECT min(id) FROM comp_rate) END, $2::smallint, 1
    FROM spun s, wallet w WHERE w.member_id = $1::bigint`

/** The company of the game that was played. */
async function companyOf(server: BenchServer): Promise<string> {
  const { rows: found } = await asSuperuser(
    server.bench,
    (client) =>
      client.query<{ company_code: string }>(
        `SELECT g.company_code FROM game_version v JOIN game g ON g.code = v.game_code ORDER BY v.id DESC LIMIT 1`,
      ),
    'baize',
  )
  return found[0]?.company_code ?? ''
}

function cases(company: string): Case[] {
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const bets = [
    {},
    { skip: 9_900, take: 100 },
    { company, take: 100 },
    { company, skip: 9_900, take: 100 },
    { company: 'nobody' },
    { from: day(30), to: day(0), take: 100 },
    { from: day(330), to: day(300), take: 100 },
    { from: day(330), to: day(300), skip: 9_900, take: 100, company },
    { to: day(200), company: 'nobody' },
    { from: day(3_000), to: day(2_000) },
  ]
  const both = (call: string, body: Record<string, unknown>): Case[] =>
    [0, 1].map((member) => ({ member, call, body: { take: 20, ...body } }))
  return [
    ...bets.flatMap((body) => both('get-slot-bets-list', body)),
    ...[{}, { take: 100 }, { skip: 9_900, take: 100 }].flatMap((body) => both('get-comp-list', body)),
  ]
}

/** Whether the calls kept within the time. */
async function measure(server: BenchServer, connection: Connection, { member, call, body }: Case): Promise<boolean> {
  const request = post(
    `/api/routes/${call}`,
    server.port,
    server.players[member]?.token ?? '',
    JSON.stringify({ skip: 0, ...body }),
  )
  let count = 0
  const load = await closedLoop(1, seconds, async () => {
    const answer = await connection.send(request)
    if (answer.status !== 200) throw new Error(`${call} answered ${answer.status} ${answer.body().slice(0, 200)}`)
    count = (JSON.parse(answer.body()) as { maxCount: number }).maxCount
  })
  const isKept = load.p50 <= mostMs
  const kind = member === 0 ? 'rounds' : 'bets  '
  console.log(
    `${call.padEnd(18)} ${kind} p50 ${load.p50.toFixed(1).padStart(6)} ms, p99 ${load.p99.toFixed(1).padStart(6)} ms, ${count} listed ${JSON.stringify(body)}${isKept ? '' : ' (missed)'}`,
  )
  return isKept
}
