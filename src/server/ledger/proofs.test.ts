import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSecret, type AppSecret } from '#server/config.ts'
import { createDb } from '#server/db/pool.ts'
import { wholeUnits } from '#domain/money.ts'
import { createLedgerWorld, issueUnits, takeMember, type LedgerWorld } from '#test/ledger-world.ts'
import { scaledMs } from '#test/machine.ts'
import { testSecret, testSecretText } from '#test/test-secret.ts'
import { acceptChain } from './anchored-chain.ts'
import { readAnchor, type AnchorStore } from './anchor.ts'
import { createCheckScope, runCheck } from './books.ts'
import { proofChecks } from './checks/proofs.ts'
import type { CheckFault } from './checks/check.ts'
import { eventRow, type LedgerEvent } from './events.ts'
import { createLedger, postForProvider, postProvenIn } from './ledger.ts'
import { createProofKeys, provenRow } from './proofs.ts'
import { sealAll } from './sealer.ts'
import { createSealKeys } from './seals.ts'
import { postBatch } from './statements.ts'

/** Proofs of play under several keys; corruptions of them are in `corruptions/proofs.ts`. */

const providerId = 140
let world: LedgerWorld
let contraId: number
let store: AnchorStore

beforeAll(async () => {
  world = await createLedgerWorld({ members: 20 })
  await world.ownerPool.query(`INSERT INTO journal_source VALUES (${providerId}, 'proven')`)
  await world.ownerPool.query(`INSERT INTO provider (id, code, wallet) VALUES (${providerId}, 'proven', 'seamless')`)
  contraId = await world.ledger.accountId(world.brandId, 'gaming', 'proven')
  store = { dir: join(tmpdir(), `proofs-${process.pid}`), secret: rotated }
})
afterAll(async () => {
  await rm(store.dir, { recursive: true, force: true })
  await world.close()
})

function secretOf(text: string): AppSecret {
  const secret = parseSecret(text)
  if (secret === null) throw new Error('not a secret')
  return secret
}
const newKey = `new:${Buffer.alloc(32, 9).toString('base64')}`
const rotated = secretOf(`${newKey},${testSecretText}`)
const onlyNew = secretOf(newKey)
const lost = secretOf(`${newKey},test:lost`)

/** What the check of the proofs reports with these keys, and what it could not verify. */
async function judge(secret: AppSecret | null, anchor?: AnchorStore): Promise<string[] | { notRun: string }> {
  const found = await find(secret, anchor)
  return Array.isArray(found) ? found.map(({ subject }) => subject) : found
}

/** The faults with their subjects and details; none where only something could not be verified. */
async function details(secret: AppSecret, anchor: AnchorStore): Promise<string[]> {
  const found = await find(secret, anchor)
  return Array.isArray(found) ? found.map(({ subject, detail }) => `${subject}: ${detail}`) : []
}

async function find(secret: AppSecret | null, anchor?: AnchorStore): Promise<CheckFault[] | { notRun: string }> {
  const client = await world.pool.connect()
  await client.query('BEGIN')
  try {
    const kept = anchor === undefined ? null : { ...(await readAnchor(anchor)), dir: anchor.dir }
    const scope = createCheckScope(client, {
      endsAt: performance.now() + scaledMs(60_000),
      ...(secret && { secret }),
      ...(kept && { anchor: kept }),
    })
    const found = await Promise.all(proofChecks.map((check) => runCheck(check, scope)))
    const notRun = found.find((one) => 'notRun' in one)
    if (notRun !== undefined && 'notRun' in notRun) return { notRun: notRun.notRun }
    return found.flatMap((one) => ('notRun' in one ? [] : one))
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** A provider's call with one of the program's processes: each has its own `APP_SECRET`. */
const call = (memberId: bigint, secret: AppSecret, transaction: string, event: Partial<LedgerEvent>) =>
  world.db.transaction().execute(async (tx) => {
    const sent = {
      memberId,
      contraId,
      kind: 'bet',
      request: [event.kind ?? 'bet', event.stake ?? 0n],
      ...event,
    } as const
    const posted = await postForProvider(tx, secret, { providerId, transaction }, sent)
    return posted === 'other-member' ? posted : posted.outcome
  })

const stake = wholeUnits(10)

test('honest calls have valid proofs: retries, wins, rollbacks before and after their bets, void rounds', async () => {
  const memberId = await takeMember(world, 1_000)
  const keyOf = async (transaction: string): Promise<string> => {
    const found = await world.pool.query<{ key: string }>(
      'SELECT journal_key AS key FROM provider_transaction WHERE transaction = $1',
      [transaction],
    )
    return found.rows[0]?.key ?? ''
  }
  const send = (transaction: string, event: Partial<LedgerEvent>) => call(memberId, testSecret, transaction, event)
  expect(await send('bet 1', { stake, inPlay: stake, gameKind: 'slot' })).toBe('done')
  expect(await send('bet 1', { stake, inPlay: stake, gameKind: 'slot' })).toBe('replay')
  expect(await send('bet 1', { stake: stake + 1n, inPlay: stake + 1n, gameKind: 'slot' })).toBe('conflict')
  const win = { kind: 'win', pay: stake * 3n, inPlay: -stake, ref: (await keyOf('bet 1')).toUpperCase() } as const
  expect(await send('win 1', win)).toBe('done')
  expect(await send('win 1', win)).toBe('replay')
  expect(await send('bet 2\nwith two lines', { stake })).toBe('done')
  expect(await send('bet 2\nwith two lines', { kind: 'rollback' })).toBe('done')
  expect(await send('bet 2\nwith two lines', { kind: 'rollback' })).toBe('replay')
  expect(await send('bet 3', { kind: 'rollback' })).toBe('tombstone')
  expect(await send('bet 3', { stake })).toBe('rolled_back')
  // A round that the provider voids: its stake is given back as a win.
  expect(await send('bet 4', { stake, inPlay: stake })).toBe('done')
  const back = { kind: 'win', pay: stake, inPlay: -stake, ref: await keyOf('bet 4') } as const
  expect(await send('void 4', back)).toBe('done')
  expect(await judge(testSecret)).toEqual([])
  expect(await judge(onlyNew)).toHaveLength(7)
  expect(await judge(null)).toMatchObject({ notRun: expect.stringContaining('APP_SECRET') })
})

test('every way to book has a proof: alone, as a batch, in a transaction; one without is named', async () => {
  const memberId = await takeMember(world, 1_000)
  const bet = (): LedgerEvent => {
    const common = { memberId, contraId, source: providerId, key: randomUUID(), request: ['bet'] } as const
    return { ...common, kind: 'bet', stake }
  }
  await world.ledger.post(bet())
  const together = Array.from({ length: 20 }, bet)
  for (const { outcome } of await Promise.all(together.map((one) => world.ledger.post(one))))
    expect(outcome).toBe('done')
  await world.db.transaction().execute((tx) => postProvenIn(tx, testSecret, bet()))
  expect(await judge(testSecret)).toEqual([])
  const [bare, proven] = [eventRow(bet()), provenRow(eventRow(bet()), testSecret)]
  const posted = await postBatch(world.pool, [bare, proven])
  const { seq } = posted[0] ?? {}
  expect(await judge(testSecret)).toEqual([`${memberId}/${seq}`])
  // Booked before there were proofs.
  const thieves = await world.ownerPool.connect()
  await thieves.query(`BEGIN; ALTER TABLE play_unproven DISABLE TRIGGER USER`)
  await thieves.query('INSERT INTO play_unproven VALUES ($1, $2)', [String(memberId), String(seq)])
  await thieves.query('ALTER TABLE play_unproven ENABLE TRIGGER USER; COMMIT')
  thieves.release()
  expect(await judge(testSecret)).toEqual([])
})

test('the migration writes down the last event of play of each member that has one', async () => {
  const [player, other] = [await takeMember(world, 1_000), await takeMember(world, 1_000)]
  await call(player, testSecret, 'before the migration', { stake })
  await issueUnits(world, player, 5)
  const text = await readFile(join(import.meta.dirname, '../../../db/migrations/042_play_proofs.sql'), 'utf8')
  const [fill = ''] = /INSERT INTO play_unproven[^;]*;/.exec(text) ?? []
  const owner = await world.ownerPool.connect()
  await owner.query('BEGIN; ALTER TABLE play_unproven DISABLE TRIGGER USER; DELETE FROM play_unproven')
  await owner.query(fill)
  const { rows } = await owner.query<{ member_id: bigint; last_seq: bigint }>('SELECT * FROM play_unproven')
  await owner.query('ROLLBACK')
  owner.release()
  // The issue, the bet and another issue.
  expect(rows.find(({ member_id: id }) => id === player)?.last_seq).toBe(2n)
  expect(rows.some(({ member_id: id }) => id === other)).toBe(false)
})

test('processes with the key before and the new one book and answer each other’s retries', async () => {
  const memberId = await takeMember(world, 1_000)
  const bet = { stake, inPlay: stake } as const
  expect(await call(memberId, testSecret, 'old', bet)).toBe('done')
  expect(await call(memberId, rotated, 'new', bet)).toBe('done')
  expect(await call(memberId, rotated, 'old', bet)).toBe('replay')
  // A process that does not know the new key yet.
  expect(await call(memberId, testSecret, 'new', bet)).toBe('replay')
  expect(await call(memberId, testSecret, 'new', { ...bet, inPlay: 0n })).toBe('conflict')
  expect(await call(memberId, testSecret, 'new', { ...bet, request: ['another', stake] })).toBe('conflict')
  expect(await call(memberId, testSecret, 'old', { kind: 'rollback' })).toBe('done')
  expect(await call(memberId, rotated, 'old', { kind: 'rollback' })).toBe('replay')
  expect(await call(memberId, testSecret, 'early', { kind: 'rollback' })).toBe('tombstone')
  expect(await call(memberId, rotated, 'early', { kind: 'rollback' })).toBe('replay')
  // Two ledgers whose batches meet.
  const second = createLedger({ pool: world.ledgerPool, secret: rotated })
  const events = Array.from({ length: 10 }, (): LedgerEvent => {
    const common = { memberId, contraId, source: providerId, key: randomUUID(), request: ['bet'] } as const
    return { ...common, kind: 'bet', stake: wholeUnits(1) }
  })
  const outcomes = await Promise.all(events.flatMap((event) => [world.ledger.post(event), second.post(event)]))
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => 'done'),
    ...Array.from({ length: 10 }, () => 'replay'),
  ])
  expect(await judge(rotated)).toEqual([])
  expect(await judge(testSecret)).not.toEqual([])
})

test('what a lost key proved is excused up to the head that an operator accepted, and nothing after it', async () => {
  const memberId = await takeMember(world, 1_000)
  await sealAll(world.db, createSealKeys(testSecret))
  await call(memberId, rotated, 'after the loss', { stake })
  await sealAll(world.db, createSealKeys(rotated))
  expect(await judge(onlyNew)).not.toEqual([])
  // Nothing is kept outside the database: only what was sealed before the first head of a known key.
  const before = await judge(lost)
  const kept = { ...store, secret: lost }
  // The run before an acceptance names the number and the money of what would be excused; the one after it, of what was.
  const [named = ''] = await details(lost, kept)
  const [, all, excusable = ''] = /^lost key test: (.+) have no valid proof; .+ sealed: (.+)$/.exec(named) ?? []
  expect(excusable).toMatch(/^\d+ events of play \(\d+ bet, .*\d+ win; stakes \d+, pays \d+, money of members -?\d+\)$/)
  expect(all).toBe(excusable)
  const excused = { notRun: `${excusable} were sealed up to the loss of a key: their proofs cannot be verified` }
  expect(before).toEqual(excused)
  await acceptChain(createDb(world.pool, lost), kept)
  expect(await judge(lost, kept)).toEqual(excused)
  // An event under a key that nobody has, as it stands and sealed.
  const forged = secretOf(`test:${Buffer.alloc(32, 3).toString('base64')}`)
  await call(memberId, forged, 'forged', { kind: 'win', pay: stake * 7n })
  const one = `1 events of play (1 win; stakes 0, pays 70, money of members 70)`
  const isSealed = (text: string) =>
    `lost key test: ${one} have no valid proof; accepting the heads excuses those that are sealed: ${text}`
  expect(await details(lost, kept)).toEqual([
    isSealed('no events of play'),
    expect.stringContaining('win without a valid proof'),
  ])
  await sealAll(world.db, createSealKeys(lost))
  expect(await details(lost, kept)).toEqual([isSealed(one), expect.stringContaining('win without a valid proof')])
  expect(await judge(lost)).toHaveLength(2)
})

test('a proof is of its installation’s key, this purpose and each field', () => {
  const event = {
    memberId: 1n,
    kind: 2,
    source: 140,
    key: randomUUID(),
    requestHash: 2n ** 60n + 12_345n,
    cash: 5n,
    held: 0n,
    inPlay: -3n,
    stake: 0n,
    pay: 5n,
    contraId: 7,
    ref: randomUUID(),
    transaction: 'a',
    round: null,
  }
  const keys = createProofKeys(testSecret)
  const proven = { ...event, requestHash: keys.prove(event) }
  expect(proven.requestHash >> 48n).toBe(event.requestHash >> 48n)
  expect(keys.verifies(proven)).toBe(true)
  expect(createProofKeys(rotated).verifies(proven)).toBe(true)
  expect(createProofKeys(onlyNew).verifies(proven)).toBe(false)
  const others = { memberId: 2n, kind: 1, source: 141, key: randomUUID(), cash: 6n, held: 1n, inPlay: 0n, stake: 1n }
  for (const [name, value] of Object.entries({ ...others, pay: 6n, contraId: 8, ref: null, transaction: 'b' }))
    expect({ name, valid: keys.verifies({ ...proven, [name]: value }) }).toEqual({ name, valid: false })
  expect(keys.verifies({ ...proven, requestHash: proven.requestHash ^ 1n })).toBe(false)
  expect(keys.verifies({ ...proven, requestHash: proven.requestHash ^ (1n << 50n) })).toBe(false)
})

test('the proof of a spin is of each field of its round and pair', () => {
  const round = {
    seedId: 3n,
    serverSeedHash: 'ab12',
    clientSeed: 'chosen',
    nonce: 4n,
    gameVersionId: 1,
    units: 20n,
    roundStake: 5n,
    events: '[{"type":"totalWin","pay":20}]',
  }
  const played = {
    memberId: 1n,
    kind: 3,
    source: 1,
    key: randomUUID(),
    requestHash: 2n ** 61n,
    cash: 0n,
    held: 0n,
    inPlay: 0n,
  }
  const event = { ...played, stake: 5n, pay: 5n, contraId: 7, ref: randomUUID(), transaction: '', round }
  const keys = createProofKeys(testSecret)
  const proven = { ...event, requestHash: keys.prove(event) }
  expect(keys.verifies(proven)).toBe(true)
  expect(keys.verifies({ ...proven, round: null })).toBe(false)
  const others = { seedId: 4n, serverSeedHash: 'ab13', clientSeed: 'another', nonce: 5n, gameVersionId: 2, units: 21n }
  for (const [name, value] of Object.entries({ ...others, events: '[]' }))
    expect({ name, valid: keys.verifies({ ...proven, round: { ...round, [name]: value } }) }).toEqual({
      name,
      valid: false,
    })
  // The event of a void round has no stake, so the proof is of the stake of the round itself.
  const voided = {
    ...played,
    stake: 0n,
    pay: 0n,
    contraId: 7,
    ref: event.ref,
    transaction: '',
    round: { ...round, units: null },
  }
  const provenVoid = { ...voided, requestHash: keys.prove(voided) }
  expect(keys.verifies(provenVoid)).toBe(true)
  expect(keys.verifies({ ...provenVoid, round: { ...voided.round, roundStake: 6n } })).toBe(false)
  expect(keys.verifies({ ...provenVoid, round: { ...voided.round, units: 0n } })).toBe(false)
  // No line can move from one field to the next.
  const moved = { ...round, clientSeed: 'chosen\n4', nonce: 1n, gameVersionId: 20 }
  expect(keys.verifies({ ...proven, round: moved })).toBe(false)
})
