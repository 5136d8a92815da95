import { wholeUnits } from '#domain/money.ts'
import { bookChecks, BooksOverdue, checkBooks, createCheckScope, runCheck } from '#server/ledger/books.ts'
import type { ProgramCheck } from '#server/ledger/checks/check.ts'
import { createLedgerWorld, issueUnits, type LedgerWorld } from '#test/ledger-world.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let world: LedgerWorld
let memberId: bigint
beforeEach(async () => {
  world = await createLedgerWorld({ members: 2 })
  memberId = world.memberIds[0] ?? 0n
  await issueUnits(world, memberId, 100)
  const bet = {
    memberId,
    kind: 'bet',
    source: 'own',
    request: ['bet'],
    contraId: world.gamingId,
    gameKind: 'slot',
  } as const
  for (const units of [10, 20]) await world.ledger.post({ ...bet, key: randomUUID(), stake: wholeUnits(units) })
})
afterEach(() => world.close())

/** Alters rows as the owner, with the triggers disabled; returns the faults the oracle finds, and undoes it all. */
async function faultsAfter(sql: string): Promise<string[]> {
  for (const table of ['journal', 'member_seed']) {
    await world.ownerPool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  }
  await world.ownerPool.query(sql)
  for (const table of ['journal', 'member_seed']) {
    await world.ownerPool.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  }
  const report = await checkBooks(world.pool)
  return [...new Set(report.faults.map((fault) => fault.check))]
}

/** A seed pair of the old scheme, written past its functions. */
function oldPair(revealedAt: string, ordinal = 1): string {
  return `INSERT INTO member_seed (member_id, ordinal, scheme, server_seed_sealed, key_id, server_seed_hash, client_seed, begun_at,
        first_nonce, revealed_at)
      SELECT member_id, ${ordinal}, 'old', '', '', '', '', now(), 0, ${revealedAt} FROM wallet WHERE seq > 0`
}

/** Four rounds of 0, 4, 8 and 12 units with the given `events` (SQL over `n`, from 0 to 3). */
function roundsWith(events: string): string {
  return `${oldPair('NULL')};
    INSERT INTO round (member_id, nonce, id, at, seed_id, stake, pay, units, game_version_id, events)
      SELECT s.member_id, n, gen_random_uuid(), now(), s.id, 100000, n * 20000, n * 4, 1, ${events}
      FROM member_seed s, generate_series(0, 3) n`
}

/** An event with consistent figures, written past the ledger: `moved` is cash, held and comp. */
function eventOf(kind: string, moved: [number, number, number], contra = 'cashier_clearing'): string {
  const [cash, held, comp] = moved
  return `WITH moved AS (
      UPDATE wallet SET cash = cash + ${cash}, held = held + ${held}, comp = comp + ${comp}, seq = seq + 1 WHERE seq > 0 RETURNING *)
    INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, cash, held, in_play, comp, request_hash, key, contra_id, kind, source)
    SELECT w.member_id, w.seq, now(), ${cash}, ${held}, 0, ${comp}, w.cash, w.held, w.in_play, w.comp, 1, gen_random_uuid(), a.id, k.id, 2
    FROM moved w JOIN account a ON a.brand_id = w.brand_id AND a.class = '${contra}' JOIN journal_kind k ON k.name = '${kind}'`
}

describe('the oracle', () => {
  test('finds no fault in correct books and counts the rows it read', async () => {
    const report = await checkBooks(world.pool)
    expect(report).toMatchObject({ faults: [], journalRows: 3n, checks: bookChecks.length })
  })

  test.each([
    ['a wallet that was written to', 'UPDATE wallet SET cash = cash + 1 WHERE cash > 0', ['wallet', 'whole-house']],
    ['an event that was deleted', 'DELETE FROM journal WHERE seq = 2', ['steps', 'whole-house']],
    [
      'a delta that was changed',
      'UPDATE journal SET d_cash = d_cash + 5 WHERE seq = 2',
      ['steps', 'money-of-kind', 'whole-house'],
    ],
    ['a stake that was changed', 'UPDATE journal SET stake = stake + 5 WHERE seq = 2', ['money-of-kind']],
    ['a row beyond the wallet', 'UPDATE wallet SET seq = seq - 1 WHERE seq > 0', ['wallet', 'tail']],
    ['held money without a request', 'UPDATE wallet SET held = 7 WHERE seq = 0', ['wallet', 'whole-house', 'requests']],
    ['a round that was never booked', 'UPDATE wallet SET nonce = 1 WHERE seq > 0', ['rounds']],
    [
      'a jackpot filled from nowhere',
      `UPDATE jackpot_shard SET pool = 9 WHERE tier = 'mega' AND lane = 0`,
      ['jackpots'],
    ],
    [
      'a counter of a limit that was turned back',
      `SELECT ledger_limit(member_id, 'wager', 'day', 1000000000) FROM wallet WHERE seq > 0; UPDATE limit_counter SET used = used - 1`,
      ['limits'],
    ],
    [
      'a counter of a limit that was deleted',
      `SELECT ledger_limit(member_id, 'loss', 'month', 1000000000) FROM wallet WHERE seq > 0; DELETE FROM limit_counter`,
      ['limits'],
    ],
    [
      'a limit whose wallet is not marked',
      `SELECT ledger_limit(member_id, 'loss', 'week', 1000000000) FROM wallet WHERE seq > 0; UPDATE wallet SET limited = false`,
      ['limits'],
    ],
    [
      'a share of a stake that never reached its pool',
      `UPDATE journal SET share_mega = 500 WHERE kind = 1 AND seq = 2`,
      ['jackpots', 'shares'],
    ],
    [
      'money at a provider that nobody moved there',
      `INSERT INTO journal_source VALUES (100, 'lotus'); INSERT INTO provider (id, code, wallet) VALUES (100, 'lotus', 'transfer');
       INSERT INTO transfer_balance SELECT member_id, 100, 5 FROM wallet WHERE seq > 0`,
      ['in-play', 'transfers'],
    ],
    [
      'a transfer marked as returned and never booked',
      `INSERT INTO journal_source VALUES (100, 'lotus'); INSERT INTO provider (id, code, wallet) VALUES (100, 'lotus', 'transfer');
       INSERT INTO transfer (id, member_id, provider_id, direction, state, amount, request_key, request_hash, next_try_at)
         SELECT gen_random_uuid(), member_id, 100, 'out', 'done', 5, gen_random_uuid(), 1, now() FROM wallet WHERE seq > 0`,
      ['transfers'],
    ],
    ['returned money without a transfer', eventOf('transfer_asked', [0, 0, 0], 'adjustment'), ['contra', 'transfers']],
    ['a deposit paid without a request', eventOf('deposit_paid', [500, 0, 0]), ['requests']],
    ['a withdrawal paid out of cash', eventOf('withdraw_paid', [-50, 0, 0]), ['money-of-kind', 'requests']],
    [
      'held money that was returned without a request',
      `${eventOf('withdraw_filed', [-50, 50, 0])}; ${eventOf('withdraw_rejected', [0, -50, 0])}`,
      ['money-of-kind', 'requests'],
    ],
    [
      'a withdrawal that was never requested',
      `${eventOf('withdraw_filed', [-50, 50, 0])}; ${eventOf('withdraw_rejected', [50, -50, 0])}`,
      ['requests'],
    ],
    ['comp converted at ten times its value', eventOf('comp_converted', [50, 0, -5], 'comp_cost'), ['money-of-kind']],
    [
      'money booked against another account',
      `UPDATE journal SET contra_id = (SELECT id FROM account WHERE class = 'receivable') WHERE kind = 12`,
      ['contra'],
    ],
    [
      'more comp than the rate gives',
      `UPDATE journal SET d_comp = d_comp + 7, comp = comp + 7 WHERE seq = 3; UPDATE wallet SET comp = comp + 7 WHERE seq > 0`,
      ['comp'],
    ],
    ['a brand without its comp cost account', `DELETE FROM account WHERE class = 'comp_cost'`, ['whole-house']],
    [
      'a key in the archive where the ledger does not search for it',
      `INSERT INTO journal_archive SELECT * FROM ONLY journal WHERE seq = 1; DELETE FROM ONLY journal WHERE seq = 1`,
      ['keys'],
    ],
    [
      'an event that is in the journal and in the archive',
      `UPDATE wallet SET archived_seq = 1 WHERE seq > 0; INSERT INTO journal_archive SELECT * FROM ONLY journal WHERE seq = 1`,
      ['steps', 'keys', 'whole-house'],
    ],
    [
      'an archive that lost an event',
      `UPDATE wallet SET archived_seq = 1 WHERE seq > 0; DELETE FROM ONLY journal WHERE seq = 1`,
      ['steps', 'keys', 'whole-house', 'issued-by-two'],
    ],
    ['turnover that was waived', 'UPDATE wallet SET turnover_due = 7 WHERE seq > 0', ['turnover']],
    [
      'a wallet moved to another brand',
      `INSERT INTO brand (code, name) VALUES ('other', 'Other');
       UPDATE wallet SET brand_id = (SELECT id FROM brand WHERE code = 'other') WHERE seq > 0`,
      ['contra', 'comp', 'comp-rates'],
    ],
    [
      'a round drawn from a seed that its member had seen',
      `${oldPair("now() - interval '1 second'")};
       INSERT INTO round (member_id, nonce, id, at, seed_id, stake, pay, units, game_version_id, events)
         SELECT member_id, 0, gen_random_uuid(), now(), id, 100000, 0, 0, 1, '[{"type":"totalWin","pay":0}]' FROM member_seed;
       UPDATE journal SET kind = 3, ref = (SELECT id FROM round) WHERE seq = 2; UPDATE wallet SET nonce = 1 WHERE seq > 0`,
      ['rounds'],
    ],
    [
      'a round whose events end with a different win',
      roundsWith(`format('[{"type":"reveal"},{"type":"totalWin","pay":%s}]', CASE n WHEN 2 THEN 9 ELSE n * 4 END)`),
      ['rounds', 'round-pays'],
    ],
    [
      'rounds whose units are not what they paid',
      `${roundsWith(`format('[{"type":"totalWin","pay":%s}]', n * 4)`)};
       ALTER TABLE round DISABLE TRIGGER round_is_final; UPDATE round SET units = 9, events = '[{"type":"totalWin","pay":9}]' WHERE nonce = 2;
       ALTER TABLE round ENABLE TRIGGER round_is_final`,
      ['rounds', 'round-pays'],
    ],
    [
      'rounds whose events have an unknown shape',
      roundsWith(`'[{"type":"showdown","hand":"flush"}]'`),
      ['rounds', 'round-pays'],
    ],
    ['rounds whose events are no list', roundsWith(`'no JSON'`), ['rounds', 'round-pays']],
    [
      'two spins booked for one round',
      `${oldPair('NULL')};
       INSERT INTO round (member_id, nonce, id, at, seed_id, stake, pay, units, game_version_id, events)
         SELECT member_id, 0, gen_random_uuid(), now(), id, 100000, 0, 0, 1, '[{"type":"totalWin","pay":0}]' FROM member_seed;
       UPDATE journal SET kind = 3, ref = (SELECT id FROM round) WHERE seq = 2; UPDATE wallet SET nonce = 1 WHERE seq > 0;
       ${eventOf('spin', [-100_000, 0, 0], 'gaming')};
       UPDATE journal SET stake = 100000, ref = (SELECT id FROM round) WHERE seq = 4`,
      ['rounds'],
    ],
    ['a missing seed pair', oldPair('now()', 2), ['seed-pairs']],
    [
      'a pair of the chain that no commitment follows',
      `${oldPair('now()')}; UPDATE member_seed SET scheme = 'chain'`,
      ['seed-pairs'],
    ],
    [
      'a revealed pair that is in use',
      `${oldPair('now()')}; UPDATE wallet SET seed_id = (SELECT id FROM member_seed) WHERE seq > 0`,
      ['seed-pairs'],
    ],
    [
      'rounds numbered outside their pair',
      `${roundsWith(`format('[{"type":"totalWin","pay":%s}]', n * 4)`)}; UPDATE member_seed SET first_nonce = 2`,
      ['rounds', 'seed-pairs'],
    ],
  ])('finds %s', async (_what, sql, checks) => {
    expect(await faultsAfter(sql)).toEqual(expect.arrayContaining(checks))
  })
})

describe('a check that is a program', () => {
  const check: ProgramCheck = {
    name: 'steps',
    description: 'Reads the journal two rows at a time, with a key.',
    find: async (scope) => {
      if (scope.secret === null) return { notRun: 'no APP_SECRET was given' }
      const found: { subject: string; detail: string }[] = []
      const text = 'SELECT seq::text AS subject FROM journal WHERE seq > $1 ORDER BY seq'
      for await (const batch of scope.batches<{ subject: string }>(text, [0], 2)) {
        for (const { subject } of batch) found.push({ subject, detail: `${batch.length} in its batch` })
      }
      return found
    },
  }

  test('reads batch by batch, reports that it could not run without a secret, and ends at its time limit', async () => {
    const client = await world.pool.connect()
    try {
      await client.query('BEGIN TRANSACTION READ ONLY')
      const endsAt = performance.now() + 60_000
      const secret = { keyId: 'k', keys: new Map() }
      expect(await runCheck(check, createCheckScope(client, { endsAt, secret }))).toEqual([
        { subject: '1', detail: '2 in its batch' },
        { subject: '2', detail: '2 in its batch' },
        { subject: '3', detail: '1 in its batch' },
      ])
      expect(await runCheck(check, createCheckScope(client, { endsAt }))).toEqual({ notRun: 'no APP_SECRET was given' })
      const expired = createCheckScope(client, { endsAt: performance.now(), secret })
      await expect(runCheck(check, expired)).rejects.toThrow(BooksOverdue)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
})

describe('the journal', () => {
  test.each([
    'UPDATE journal SET cash = 0',
    'DELETE FROM journal',
    'TRUNCATE journal',
    'UPDATE wallet SET cash = 1',
    'DELETE FROM round',
  ])('the application may not: %s', async (sql) => {
    await expect(world.pool.query(sql)).rejects.toThrow(/permission denied/)
  })

  test('one key is one event, also for the owner of the database', async () => {
    const again = `INSERT INTO journal SELECT (jsonb_populate_record(j, '{"seq": 900}')).* FROM journal j WHERE seq = 2`
    await expect(world.ownerPool.query(again)).rejects.toThrow(/unique/)
  })

  test.each(['UPDATE journal SET cash = 0', 'DELETE FROM journal', 'TRUNCATE journal'])(
    'even its owner is refused: %s',
    async (sql) => {
      await expect(world.ownerPool.query(sql)).rejects.toThrow(/written once/)
    },
  )
})
