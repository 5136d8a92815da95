import type pg from 'pg'
import { createPool } from '#server/db/pool.ts'
import { createHash } from 'node:crypto'
import type { PlayAnswers } from '#contract/play-api.ts'
import { receiptOf, verifySeedChain, type SeedEvidence, type SeedReceipt } from '#domain/games/seed-chain.ts'
import { drawServerSeed } from './new-seed.ts'
import { forgetSeed } from './store.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { signActs, createActKeys } from '#server/db/act-signing.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { acceptAllStates } from '#test/accept-states.ts'
import { expectCleanBooks } from '#test/books.ts'
import { changedBy } from '#test/changed-tables.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'

/** The chain of seed commitments as a member's browser sees it: real answers, verified; and a database that is tampered with. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  // The first spin of a brand creates it.
  await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
})
afterEach(() => expectNoErrorsAndCleanBooks())
afterAll(() => app.close())

async function expectNoErrorsAndCleanBooks(): Promise<void> {
  expect(app.errors.splice(0)).toEqual([])
  await expectCleanBooks(app.ownerPool)
}

type Answer<Name extends keyof PlayAnswers, Status extends string> = Extract<PlayAnswers[Name], { status: Status }>
type Fairness = Answer<'get-session', 'success'>['fairness']

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A member before the first seed pair, with a window that stores receipts as the browser does. */
async function createMemberWithWindow() {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session, { seedPair: false })).id
  const receipts: SeedReceipt[] = []
  const call = async (name: string, body: object = {}) => {
    const { body: answer } = await app.play(name, { token: session.token, window, body })
    if ('fairness' in answer) receipts.push(receiptOf(answer['fairness'] as Fairness, new Date().toISOString()))
    return answer
  }
  const spin = async () => {
    const answer = await call('spin', { requestId: newRequestId(), stake: '200' })
    if (answer.status !== 'success') return answer
    const { round } = answer as unknown as Answer<'spin', 'success'>
    await call('ack', { roundId: round.roundId, index: round.events.length - 1 })
    return answer
  }
  const begin = async (clientSeed: string, more: object = {}) => {
    const answer = await call('set-client-seed', { clientSeed, ...more })
    return answer as unknown as PlayAnswers['set-client-seed']
  }
  const evidence = async (): Promise<SeedEvidence> => {
    const seeds = (await call('get-seeds', { take: 100 })) as unknown as Answer<'get-seeds', 'success'>
    const listed = (await call('get-rounds', { take: 100 })) as unknown as Answer<'get-rounds', 'success'>
    return { receipts, pairs: seeds.pairs, rounds: listed.rounds }
  }
  return { id: member.id, token: session.token, window, receipts, call, spin, begin, evidence }
}

type MemberWithWindow = Awaited<ReturnType<typeof createMemberWithWindow>>

/** Three pairs with two rounds each; the third is in use. */
async function playThreePairs(): Promise<MemberWithWindow> {
  const one = await createMemberWithWindow()
  await one.call('get-session')
  for (const clientSeed of ['first', 'second', 'third']) {
    expect((await one.begin(clientSeed)).status).toBe('success')
    for (let round = 0; round < 2; round += 1) expect((await one.spin()).status).toBe('success')
  }
  return one
}

/** A step as another process makes it, in a transaction that is still open. */
async function beginUncommitted(client: pg.ClientBase, one: MemberWithWindow, clientSeed: string): Promise<void> {
  const { encrypted, keyId, hash } = drawServerSeed(app.deps)
  const step = await client.query<{ outcome: string }>('SELECT outcome FROM seed_begin($1, $2, NULL, $3, $4, $5)', [
    String(one.id),
    clientSeed,
    encrypted,
    keyId,
    hash,
  ])
  expect(step.rows).toEqual([{ outcome: 'success' }])
}

const sign = (client: pg.ClientBase): Promise<unknown> =>
  signActs((text, values) => client.query(text, [...values]), createActKeys(app.deps.config.secret))

describe('an honest chain', () => {
  test('begins with a commitment, refuses rounds before the first client seed, and verifies pair by pair', async () => {
    const one = await createMemberWithWindow()
    const changed = await changedBy(app.ownerPool, async () => {
      expect(await one.spin()).toEqual({ status: 'seed' })
      expect((await one.call('get-seeds')) as object).toEqual({ status: 'success', pairs: [], maxCount: 0 })
    })
    expect(changed).toEqual([])
    const opened = (await one.call('get-session')) as unknown as Answer<'get-session', 'success'>
    expect(opened.fairness).toEqual({
      pair: 0,
      scheme: 'chain',
      serverSeedHash: null,
      nextServerSeedHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      clientSeed: null,
      nonce: 0,
    })
    expect(await one.spin()).toEqual({ status: 'seed' })
    let before: Fairness = opened.fairness
    for (const [index, clientSeed] of ['one', 'two', 'three'].entries()) {
      const answer = await one.begin(clientSeed, { nextServerSeedHash: before.nextServerSeedHash })
      if (answer.status !== 'success') throw new Error(answer.status)
      const { fairness, revealed } = answer
      expect(fairness).toMatchObject({ pair: index + 1, clientSeed, nonce: index })
      expect(fairness.serverSeedHash).toBe(before.nextServerSeedHash)
      expect(fairness.nextServerSeedHash).not.toBe(before.nextServerSeedHash)
      const revealedHash = revealed === null ? null : sha256(Buffer.from(revealed.serverSeed ?? '', 'hex'))
      expect(revealedHash).toBe(before.serverSeedHash)
      expect((await one.call('get-session'))['fairness']).toEqual(fairness)
      expect((await one.spin()).status).toBe('success')
      before = fairness
    }
    const evidence = await one.evidence()
    expect(evidence.pairs.map(({ firstNonce, lastNonce }) => [firstNonce, lastNonce])).toEqual([
      [2, 2],
      [1, 1],
      [0, 0],
    ])
    expect(evidence.rounds?.map((round) => round.pair)).toEqual([3, 2, 1])
    expect(verifySeedChain(evidence, sha256)).toMatchObject({ faults: [], oldPairs: [], unwitnessedPairs: [] })
  })
  test('refuses a client seed that was used before, and one that was chosen for another commitment', async () => {
    const one = await playThreePairs()
    const { fairness } = (await one.call('get-session')) as unknown as Answer<'get-session', 'success'>
    const changed = await changedBy(app.ownerPool, async () => {
      for (const clientSeed of ['first', 'third']) expect(await one.begin(clientSeed)).toEqual({ status: 'used' })
      const outdated = { nextServerSeedHash: fairness.serverSeedHash }
      expect(await one.begin('fourth', outdated)).toEqual({ status: 'commitment', fairness })
    })
    expect(changed).toEqual([])
    expect(await one.begin('First', { nextServerSeedHash: fairness.nextServerSeedHash })).toMatchObject({
      status: 'success',
    })
  })

  test('accepts no client seed before a commitment was published', async () => {
    const one = await createMemberWithWindow()
    const answer = await one.begin('too-early')
    expect(answer).toMatchObject({ status: 'commitment', fairness: { pair: 0, clientSeed: null } })
    expect(await one.spin()).toEqual({ status: 'seed' })
    expect(await one.begin('too-early')).toMatchObject({ status: 'success', fairness: { pair: 1 } })
  })

  test('records each commitment, client seed and revelation in a signed transaction; rounds and refused or repeated steps record nothing', async () => {
    const one = await createMemberWithWindow()
    const recordedBy = async (act: () => Promise<unknown>): Promise<string[]> => {
      const newest = await app.ownerPool.query<{ id: bigint }>('SELECT max(id) AS id FROM state_change')
      await act()
      const { rows } = await app.ownerPool.query<{ change: string }>(
        `SELECT c.relation || ' ' || (s.ordinal || CASE WHEN cardinality(c.before) = 0 THEN ' committed' ELSE ' changed' END) AS change
         FROM state_change c JOIN act_signature g USING (act_group) JOIN member_seed s ON s.id::text = c.row_key
         WHERE c.id > $1 AND s.member_id = $2 ORDER BY c.id`,
        [newest.rows[0]?.id, String(one.id)],
      )
      return rows.map(({ change }) => change)
    }
    expect(await recordedBy(() => one.call('get-session'))).toEqual(['member_seed 1 committed'])
    expect(await recordedBy(() => one.call('get-session'))).toEqual([])
    const { nextServerSeedHash } = one.receipts.at(-1) ?? {}
    expect(await recordedBy(() => one.begin('one', { nextServerSeedHash }))).toEqual([
      'member_seed 1 changed',
      'member_seed 2 committed',
    ])
    expect(await recordedBy(() => one.begin('one', { nextServerSeedHash }))).toEqual([])
    expect(await recordedBy(() => one.begin('one'))).toEqual([])
    expect(await recordedBy(() => Promise.all([one.spin(), one.spin(), one.spin()]))).toEqual([])
    expect(await recordedBy(() => one.begin('two'))).toEqual([
      'member_seed 1 changed',
      'member_seed 2 changed',
      'member_seed 3 committed',
      // The keyed hash with which the seed is shown.
      'member_seed 1 changed',
    ])
    expect(await recordedBy(() => one.call('get-seeds'))).toEqual([])
    const restriction = `UPDATE member SET status = 'blocked', blocked_at = now() WHERE id = ${one.id}`
    expect(await recordedBy(() => app.ownerPool.query(restriction))).toEqual(['member_seed 2 changed'])
  })

  test('a member reads no other member’s pairs, and no seed of a pair in use', async () => {
    const [one, other] = [await playThreePairs(), await createMemberWithWindow()]
    expect(await other.call('get-seeds')).toEqual({ status: 'success', pairs: [], maxCount: 0 })
    const { pairs } = await one.evidence()
    expect(pairs.map((pair) => [pair.pair, pair.serverSeed === null])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ])
    const page = (await one.call('get-seeds', { skip: 1, take: 1 })) as unknown as Answer<'get-seeds', 'success'>
    expect([page.maxCount, page.pairs]).toEqual([3, [pairs[1]]])
  })
})

describe('concurrent steps', () => {
  test('each begin a pair of their own in order, or are refused; every round lies in its pair', async () => {
    const one = await createMemberWithWindow()
    await one.call('get-session')
    await one.begin('first')
    const steps = Array.from({ length: 8 }, (_, index) => one.begin(`step-${index}`))
    const [answers] = await Promise.all([Promise.all(steps), Promise.all(Array.from({ length: 8 }, () => one.spin()))])
    const begun = answers.flatMap((answer) => (answer.status === 'success' ? [answer] : []))
    expect(answers.filter(({ status }) => status !== 'success' && status !== 'open-round')).toEqual([])
    const ordinals = begun.map(({ fairness }) => fairness.pair).toSorted((a, b) => a - b)
    expect(ordinals).toEqual(ordinals.map((_, index) => index + 2))
    expect(verifySeedChain(await one.evidence(), sha256)).toMatchObject({
      faults: [],
      oldPairs: [],
      unwitnessedPairs: [],
    })
  })

  test('of several chosen for the same commitment one begins, and the others are answered the one in force', async () => {
    const one = await createMemberWithWindow()
    const { fairness } = (await one.call('get-session')) as unknown as Answer<'get-session', 'success'>
    const { nextServerSeedHash } = fairness
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => one.begin(`window-${index}`, { nextServerSeedHash })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      'commitment',
      'commitment',
      'commitment',
      'success',
    ])
    expect((await one.evidence()).pairs).toHaveLength(1)
  })

  test('a step does not wait for that of another member which is signed and not committed', async () => {
    const [one, other] = [await playThreePairs(), await playThreePairs()]
    const client = await app.ownerPool.connect()
    try {
      await client.query('BEGIN')
      await beginUncommitted(client, one, 'slow')
      await sign(client)
      expect((await other.begin('fast')).status).toBe('success')
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
    expect((await one.begin('slow')).status).toBe('success')
  })

  test('windows that open at once publish one commitment', async () => {
    const one = await createMemberWithWindow()
    await Promise.all(Array.from({ length: 6 }, () => one.call('get-session')))
    expect(new Set(one.receipts.map((receipt) => receipt.nextServerSeedHash)).size).toBe(1)
  })
})

describe('a step that is interrupted', () => {
  test.each([
    ['before its signature', false],
    ['between its signature and its commit', true],
  ])('%s leaves the chain as it was', async (_when, isSigned) => {
    const one = await playThreePairs()
    const before = await one.call('get-session')
    const client = await app.ownerPool.connect()
    client.on('error', () => undefined)
    await client.query('BEGIN')
    await beginUncommitted(client, one, 'interrupted')
    if (isSigned) await sign(client)
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await app.ownerPool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    client.release(true)
    expect(await one.call('get-session')).toEqual(before)
    expect((await one.begin('interrupted')).status).toBe('success')
    expect(await kindsOfFaults(one)).toEqual([])
  })

  test('after its commit is answered again with the pair that it began, and only while that is in use', async () => {
    const one = await playThreePairs()
    const { fairness } = (await one.call('get-session')) as unknown as Answer<'get-session', 'success'>
    const choice = { nextServerSeedHash: fairness.nextServerSeedHash }
    // The response of this step is lost; the window repeats it.
    const { body: lost } = await app.play('set-client-seed', {
      token: one.token,
      window: one.window,
      body: { clientSeed: 'lost', ...choice },
    })
    const changed = await changedBy(app.ownerPool, async () => {
      expect(await one.begin('lost', choice)).toEqual(lost)
      expect(lost).toMatchObject({
        status: 'success',
        fairness: { pair: 4, clientSeed: 'lost' },
        revealed: { pair: 3 },
      })
      // For another commitment, or without one, it is a second use.
      for (const more of [{}, { nextServerSeedHash: fairness.serverSeedHash }])
        expect(await one.begin('lost', more)).toEqual({ status: 'used' })
    })
    expect(changed).toEqual([])
    expect(await one.call('get-session')).toMatchObject({ fairness: { pair: 4, clientSeed: 'lost' } })
    expect((await one.begin('next')).status).toBe('success')
    expect(await one.begin('lost', choice)).toMatchObject({
      status: 'commitment',
      fairness: { pair: 5, clientSeed: 'next' },
    })
    expect(await kindsOfFaults(one)).toEqual([])
  })
})

/** Alters rows of the database as an operator with the owner's rights could, past the triggers. */
async function tamper(one: MemberWithWindow, statement: string, values: unknown[] = []): Promise<void> {
  await app.ownerPool.query('ALTER TABLE member_seed DISABLE TRIGGER USER')
  await app.ownerPool.query(statement, [String(one.id), ...values])
  await app.ownerPool.query('ALTER TABLE member_seed ENABLE TRIGGER USER')
}

/** The books name altered rows of seed pairs, whatever the chain shows; they are accepted as they are. */
async function expectNamedByBooks(): Promise<void> {
  const { faults } = await checkBooks(app.ownerPool, { without: ['audit-sealed'] })
  const named = faults.map(({ check, subject }) => `${check} ${subject.replace(/ -?\d+$/, '')}`)
  expect([...new Set(named)]).toEqual(['states member_seed'])
  await acceptAllStates(app.ownerPool)
}

async function kindsOfFaults(one: MemberWithWindow): Promise<string[]> {
  const { faults } = verifySeedChain(await one.evidence(), sha256)
  return faults.map(({ kind, pair }) => `${pair} ${kind}`)
}

describe('a dishonest operator', () => {
  test('who swaps the committed seed once the client seed is known is named', async () => {
    const one = await playThreePairs()
    // The seed of pair 4 is committed; the operator prefers another one, and begins the pair with it.
    const better = drawServerSeed(app.deps)
    await tamper(
      one,
      `UPDATE member_seed SET server_seed_sealed = $2, key_id = $3, server_seed_hash = $4
       WHERE member_id = $1 AND client_seed IS NULL`,
      [better.encrypted, better.keyId, better.hash],
    )
    expect((await one.begin('fourth')).status).toBe('success')
    expect((await one.spin()).status).toBe('success')
    expect(await kindsOfFaults(one)).toEqual(['4 swapped'])
    // After the revelation the seed fits its own hash; the receipt still names the exchange.
    expect((await one.begin('fifth')).status).toBe('success')
    expect(await kindsOfFaults(one)).toEqual(['4 swapped'])
    await expectNamedByBooks()
  })

  test('who publishes the promised hash but draws from another seed is named by the revelation', async () => {
    const one = await playThreePairs()
    const better = drawServerSeed(app.deps)
    await tamper(
      one,
      'UPDATE member_seed SET server_seed_sealed = $2, key_id = $3 WHERE member_id = $1 AND client_seed IS NULL',
      [better.encrypted, better.keyId],
    )
    expect((await one.begin('fourth')).status).toBe('success')
    expect(await kindsOfFaults(one)).toEqual([])
    expect((await one.begin('fifth')).status).toBe('success')
    expect(await kindsOfFaults(one)).toEqual(['4 swapped'])
    await expectNamedByBooks()
  })

  test('who repeats a step of the chain is named', async () => {
    const one = await playThreePairs()
    await app.ownerPool.query('ALTER TABLE member_seed DROP CONSTRAINT member_seed_commitment')
    await tamper(
      one,
      `UPDATE member_seed n SET server_seed_sealed = o.server_seed_sealed, key_id = o.key_id, server_seed_hash = o.server_seed_hash
       FROM member_seed o WHERE o.member_id = $1 AND o.ordinal = 1 AND n.member_id = $1 AND n.client_seed IS NULL`,
    )
    expect((await one.begin('fourth')).status).toBe('success')
    // The repeated seed is secret again, so the first pair is not shown as revealed.
    expect(await kindsOfFaults(one)).toEqual(['1 not-revealed', '4 repeated', '4 swapped'])
    await tamper(
      one,
      `UPDATE member_seed SET server_seed_hash = sha256(ordinal::text::bytea) WHERE member_id = $1 AND ordinal = 4`,
    )
    await app.ownerPool.query(
      'ALTER TABLE member_seed ADD CONSTRAINT member_seed_commitment UNIQUE (member_id, server_seed_hash)',
    )
    await expectNamedByBooks()
  })

  test('who omits a step of the chain is named, also after closing the ordinals up', async () => {
    const one = await playThreePairs()
    const { receipts, pairs, rounds } = await one.evidence()
    const kindsWithout = (changed: SeedEvidence['pairs']) =>
      verifySeedChain({ receipts, pairs: changed, rounds }, sha256).faults.map(({ kind, pair }) => `${pair} ${kind}`)
    const without = pairs.filter((pair) => pair.pair !== 2)
    expect(kindsWithout(without)).toContain('2 omitted')
    expect(kindsWithout(without.map((pair) => (pair.pair === 3 ? { ...pair, pair: 2 } : pair)))).toContain('2 swapped')
    // The committed seed is discarded unused, and the next one takes its ordinal.
    const other = drawServerSeed(app.deps)
    await tamper(one, 'DELETE FROM member_seed WHERE member_id = $1 AND client_seed IS NULL')
    await app.pool.query('SELECT seed_commit($1, $2, $3, $4)', [
      String(one.id),
      other.encrypted,
      other.keyId,
      other.hash,
    ])
    expect((await one.begin('fourth')).status).toBe('success')
    expect(await kindsOfFaults(one)).toEqual(['4 swapped'])
    await expectNamedByBooks()
  })

  test('who begins a pair with a client seed of his own is named, by what the browser chose', async () => {
    const one = await playThreePairs()
    const chosen = ['first', 'second', 'third'].map((clientSeed, index) => ({ pair: index + 1, clientSeed }))
    const body = { clientSeed: 'of-the-house' }
    const { body: begun } = await app.play('set-client-seed', { token: one.token, window: one.window, body })
    expect(begun).toMatchObject({ status: 'success', fairness: { pair: 4 } })
    expect((await one.spin()).status).toBe('success')
    const evidence = await one.evidence()
    expect(verifySeedChain({ ...evidence, chosen }, sha256)).toMatchObject({ faults: [], notChosenPairs: [4] })
    const all = [...chosen, { pair: 4, clientSeed: 'of-the-house' }]
    expect(verifySeedChain({ ...evidence, chosen: all }, sha256).notChosenPairs).toEqual([])
  })

  test('who passes numbers over, or uses one again, is named by what the browser was shown', async () => {
    const one = await playThreePairs()
    const evidence = await one.evidence()
    const numbers = (evidence.rounds ?? []).map(({ nonce }) => nonce).toReversed()
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5])
    const shownAs = (all: readonly number[]) => all.map((nonce) => ({ pair: 1, firstNonce: nonce, lastNonce: nonce }))
    expect(verifySeedChain({ ...evidence, shown: shownAs(numbers) }, sha256)).toMatchObject({
      faults: [],
      notSeenNumbers: [],
    })
    // He asks for a round that the member did not play, and shows the next one.
    expect((await one.spin()).status).toBe('success')
    expect((await one.spin()).status).toBe('success')
    const longer = await one.evidence()
    expect(verifySeedChain({ ...longer, shown: shownAs([...numbers, 7]) }, sha256)).toMatchObject({
      faults: [],
      notSeenNumbers: [{ firstNonce: 6, lastNonce: 6 }],
    })
    const repeated = verifySeedChain({ ...longer, shown: shownAs([...numbers, 7, 7]) }, sha256)
    expect(repeated.faults.map(({ kind }) => kind)).toEqual(['number-repeated'])
  })

  test('cannot do so with the rights of the program, nor change a committed seed with those of the owner', async () => {
    const one = await playThreePairs()
    const of = 'WHERE member_id = (SELECT max(member_id) FROM member_seed)'
    for (const statement of [
      `UPDATE member_seed SET client_seed = 'x' ${of}`,
      `INSERT INTO member_seed (member_id, ordinal, server_seed_sealed, key_id, server_seed_hash) VALUES (1, 9, '', '', '')`,
      `DELETE FROM member_seed ${of}`,
      `SELECT ledger_seed(1, 1)`,
    ]) {
      await expect(app.pool.query(statement)).rejects.toThrow(/permission denied/)
    }
    for (const statement of [
      `UPDATE member_seed SET server_seed_hash = '' ${of} AND client_seed IS NULL`,
      `UPDATE member_seed SET server_seed_sealed = '' ${of}`,
      `UPDATE member_seed SET ordinal = ordinal + 10 ${of}`,
      `UPDATE member_seed SET client_seed = client_seed || 'x' ${of} AND client_seed IS NOT NULL`,
      `UPDATE member_seed SET revealed_at = now() ${of} AND client_seed IS NULL`,
      `UPDATE member_seed SET revealed_at = NULL ${of} AND revealed_at IS NOT NULL`,
      `INSERT INTO member_seed (member_id, ordinal, server_seed_sealed, key_id, server_seed_hash, client_seed, begun_at, first_nonce)
         SELECT ${one.id}, 9, '', '', '', 'x', now(), 0`,
    ]) {
      await expect(app.ownerPool.query(statement)).rejects.toThrow(/committed/)
    }
    await expect(app.ownerPool.query(`DELETE FROM member_seed ${of}`)).rejects.toThrow(/written once|refused|never/)
    // Nor a step that the program did not sign, as of a process of an earlier release.
    const { encrypted, keyId, hash } = drawServerSeed(app.deps)
    const unsigned = app.programPool.query(`SELECT seed_begin($1, 'unsigned', NULL, $2, $3, $4)`, [
      String(one.id),
      encrypted,
      keyId,
      hash,
    ])
    await expect(unsigned).rejects.toThrow(/change_signed_by_program_or_npm_run_change/)
    expect(await kindsOfFaults(one)).toEqual([])
  })
})

describe('a pair of the old scheme', () => {
  test('stays valid until the member changes seeds, is marked, and its client seed counts as used', async () => {
    const one = await playThreePairs()
    // As migration 018 leaves the pair in use of a member who played before it.
    await tamper(one, 'DELETE FROM member_seed WHERE member_id = $1 AND client_seed IS NULL')
    await tamper(
      one,
      `UPDATE member_seed SET scheme = 'old', begun_at = begun_at - interval '10 years', reveal_mac = NULL WHERE member_id = $1`,
    )
    // Pairs are numbered as they are made, and these were made before every pair of the chain.
    const pool = createPool(app.superUrl, { max: 1 })
    await pool.query(`BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE round SET seed_id = seed_id - 1000000 WHERE member_id = ${one.id};
      UPDATE wallet SET seed_id = seed_id - 1000000 WHERE member_id = ${one.id};
      ALTER TABLE member_seed ALTER COLUMN id SET GENERATED BY DEFAULT;
      UPDATE member_seed SET id = id - 1000000 WHERE member_id = ${one.id};
      ALTER TABLE member_seed ALTER COLUMN id SET GENERATED ALWAYS; COMMIT`)
    await pool.end()
    await expectNamedByBooks()
    forgetSeed(app.deps, one.id)
    expect((await one.spin()).status).toBe('success')
    const { fairness } = (await one.call('get-session')) as unknown as Answer<'get-session', 'success'>
    expect(fairness).toMatchObject({ pair: 3, scheme: 'old', clientSeed: 'third' })
    expect((await one.begin('third')).status).toBe('used')
    const answer = await one.begin('fourth', { nextServerSeedHash: fairness.nextServerSeedHash })
    expect(answer).toMatchObject({
      status: 'success',
      revealed: { scheme: 'old' },
      fairness: { scheme: 'chain', pair: 4 },
    })
    const evidence = await one.evidence()
    const known = evidence.receipts.filter((receipt) => receipt.nextServerSeedHash === fairness.nextServerSeedHash)
    expect(verifySeedChain({ ...evidence, receipts: known }, sha256)).toEqual({
      faults: [],
      oldPairs: [1, 2, 3],
      unwitnessedPairs: [],
      notChosenPairs: [],
      endedPairs: [],
      chosenAgain: [],
      notSeenNumbers: [],
      shownOtherwise: [],
      unknownGames: [],
    })
  })
})

test('after the loss of a secret the seeds under it are passed over, and every member can begin a pair', async () => {
  const one = await playThreePairs()
  await app.ownerPool.query('SELECT seed_abandon(key_id) FROM (SELECT DISTINCT key_id FROM member_seed) k')
  await expectCleanBooks(app.ownerPool)
  forgetSeed(app.deps, one.id)
  expect(await one.spin()).toEqual({ status: 'seed' })
  const { fairness } = (await one.call('get-session')) as unknown as Answer<'get-session', 'success'>
  expect(fairness).toMatchObject({ pair: 4, clientSeed: null, serverSeedHash: null })
  expect(await one.begin('fifth', { nextServerSeedHash: fairness.nextServerSeedHash })).toMatchObject({
    status: 'success',
    fairness: { pair: 5 },
  })
  expect((await one.spin()).status).toBe('success')
  expect(await kindsOfFaults(one)).toEqual(['3 not-revealed', '4 not-revealed'])
})
