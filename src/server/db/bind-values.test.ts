import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { decryptName, splitName } from '#server/auth/encrypted-name.ts'
import { createEncryption, nobody, type RowOwner, type ValueOwner } from '#server/auth/encryption.ts'
import { describeUnreadable, findUnreadable } from '#server/backup/encrypted-values.ts'
import type { AppSecret } from '#server/config.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { accountColumns, readAccount, type AccountRow } from '#server/modules/money-request/account.ts'
import { enterTransferProvider } from '#server/seed/transfer-provider.ts'
import { depositorOf } from '#server/auth/request-name.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createFactorApp, type Enrolled, type FactorApp } from '#test/factor-app.ts'
import type { FundedMember } from '#test/office-test-app.ts'
import { newRequestId } from '#test/test-app.ts'
import { testSecret } from '#test/test-secret.ts'
import { inSignedTransaction } from './act-signing.ts'
import { bindValues } from './bind-values.ts'

/** The first start with rows from before encrypted values were bound to their owners. */

let app: FactorApp
let member: FundedMember
let cashier: Enrolled
let paid: string
let open: string

/** The key of the release before, which is not the newest any more. */
const oldKey = randomBytes(32)
const oldSecret: AppSecret = { keyId: 'k1', keys: new Map([['k1', oldKey]]) }
const newSecret: AppSecret = { ...testSecret, keys: new Map([...testSecret.keys, ['k1', oldKey]]) }

beforeAll(async () => {
  app = await createFactorApp()
  cashier = await app.enrolled({ roles: ['cashier'] })
  member = await app.createFundedMember({ cash: wholeUnits(500_000) })
  paid = await member.deposit(50_000)
  await cashier.call('claim-request', { id: paid })
  await cashier.prove()
  const credit = { id: paid, requestId: newRequestId(), credited: '50000' }
  const { body } = await cashier.call('approve-deposit', credit)
  if (body.status !== 'success') throw new Error(`the deposit was ${String(body.status)}`)
  open = await member.withdraw(20_000)
  await enterTransferProvider(
    { db: app.ownerDb, config: app.deps.config },
    { code: 'lotus', names: { ko: '로터스' }, baseUrl: 'https://wallet.lotus.example/v1', brandIds: [app.brand.id] },
  )
  for (const { owner, key_id: keyId, value } of await stored())
    plain.set(nameOf(owner), createEncryption({ secret: testSecret }).decrypt(owner, keyId, value))
})
afterAll(() => app.close())

type Stored = { row: string; key_id: string; value: Buffer; owner: ValueOwner }

/** Every bound value of the database with its owner. */
async function stored(): Promise<Stored[]> {
  const { rows } = await app.ownerPool.query<
    Omit<Stored, 'owner'> & { of: string; id: string; second: string; address: string }
  >(`
    SELECT 'person' AS row, key_id, phone_sealed AS value, 'phone' AS of, m.id, public_id::text AS second, '' AS address
      FROM member_person JOIN member m ON m.id = member_id
    UNION ALL SELECT 'person', key_id, bank_number_sealed, 'account', m.id, public_id::text, '' FROM member_person JOIN member m ON m.id = member_id
    UNION ALL SELECT 'person', key_id, birth_sealed, 'birth', m.id, public_id::text, '' FROM member_person JOIN member m ON m.id = member_id
    UNION ALL SELECT q.id::text, key_id, bank_number_sealed, 'account', m.id, public_id::text, '' FROM money_request q JOIN member m ON m.id = member_id
      WHERE type = 'withdraw'
    UNION ALL SELECT 'factor', key_id, secret_sealed, 'totp', o.id, public_id::text, '' FROM operator_factor JOIN operator o ON o.id = operator_id
    UNION ALL SELECT 'provider', key_id, key_sealed, 'provider', id, code, base_url FROM provider WHERE key_sealed IS NOT NULL`)
  return rows.map(({ of, id, second, address, ...row }) => ({
    ...row,
    owner: (of === 'provider'
      ? { of, id: Number(id), code: second, address }
      : { of, id: BigInt(id), publicId: second }) as ValueOwner,
  }))
}

const ownerOf = ({ id, publicId }: FundedMember): RowOwner => ({ id, publicId })

/** The plain values, by their owners. */
const plain = new Map<string, Buffer>()
const nameOf = (owner: ValueOwner): string => `${owner.of} ${'id' in owner ? owner.id : ''}`

/** Gives the rows the form of before: values of nobody under the older key, some names plain. Signed, as the release before did. */
async function undoBinding(): Promise<void> {
  const unbound = (owner: ValueOwner): Buffer =>
    createEncryption({ secret: oldSecret }).encrypt(nobody, plain.get(nameOf(owner)) ?? Buffer.of()).encrypted
  const of = (kind: 'phone' | 'account' | 'birth'): Buffer => unbound({ of: kind, ...ownerOf(member) })
  const account = of('account')
  const others = (await stored()).filter(({ owner }) => owner.of === 'totp' || owner.of === 'provider')
  await inSignedTransaction(app.ownerPool, testSecret, async (client) => {
    await client.query(
      `ALTER TABLE money_request DISABLE TRIGGER money_request_four_eyes; ALTER TABLE member_person DISABLE TRIGGER person_changed`,
    )
    await client.query(
      `UPDATE member_person SET key_id = 'k1', phone_sealed = $2, bank_number_sealed = $3, birth_sealed = $4, bank_owner = '김연습' WHERE member_id = $1`,
      [member.id, of('phone'), account, of('birth')],
    )
    await client.query(
      `UPDATE money_request SET key_id = 'k1', bank_number_sealed = $2, bank_owner = '김연습' WHERE id = $1`,
      [open, account],
    )
    await client.query(`UPDATE money_request SET depositor = '홍길동', depositor_mark = NULL WHERE id = $1`, [paid])
    for (const { owner } of others) {
      if (owner.of === 'nobody') continue
      const [table, column] = owner.of === 'totp' ? ['operator_factor', 'secret_sealed'] : ['provider', 'key_sealed']
      const key = owner.of === 'totp' ? 'operator_id' : 'id'
      const values = [owner.id, unbound(owner)]
      await client.query(`UPDATE ${table} SET key_id = 'k1', ${column} = $2 WHERE ${key} = $1`, values)
    }
    await client.query(
      `ALTER TABLE money_request ENABLE TRIGGER money_request_four_eyes; ALTER TABLE member_person ENABLE TRIGGER person_changed`,
    )
  })
}

async function asOwner(run: (client: pg.Client) => Promise<void>, url = app.ownerUrl): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await run(client).finally(() => client.end())
}

const start = (secret: AppSecret, report?: (line: string) => void): Promise<void> =>
  asOwner((client) => bindValues(client, secret, report))

/** As if no start had bound anything yet. */
const forgetBinding = (): Promise<void> =>
  asOwner((client) => commitPastTriggers(client, `DELETE FROM audit WHERE act = 'values.bind'`), app.superUrl)

beforeEach(async () => {
  app.errors.splice(0)
  await undoBinding()
})

async function names(): Promise<{ owner: string; depositor: string; mark: Buffer | null; amount: string }> {
  const { rows } = await app.ownerPool.query(
    `SELECT p.bank_owner AS owner, d.depositor, d.depositor_mark AS mark, d.amount
     FROM member_person p, money_request d WHERE p.member_id = $1 AND d.id = $2`,
    [member.id, paid],
  )
  return rows[0]
}

const openRow = (): Promise<AccountRow> =>
  app.ownerDb
    .selectFrom('money_request as q')
    .innerJoin('member as m', 'm.id', 'q.member_id')
    .select(accountColumns)
    .where('q.id', '=', open)
    .executeTakeFirstOrThrow()

const opensForOwner = ({ owner, key_id: keyId, value }: Stored): boolean => {
  try {
    createEncryption({ secret: newSecret }).decrypt(owner, keyId, value)
    return true
  } catch {
    return false
  }
}

test('binds values under older keys and plain names, keeps marks and copies, and decided requests as they were', async () => {
  expect((await stored()).filter(({ key_id: key }) => key === 'k1').filter(opensForOwner)).toEqual([])
  const before = await app.snapshotMoney()
  await forgetBinding()
  // What `npm run restore` says of a backup from before, and of one from after.
  expect(await findUnreadable(app.ownerPool, newSecret)).toEqual([])
  const lines: string[] = []
  await start(newSecret, (line) => lines.push(line))
  expect(lines).toEqual([])
  const values = await stored()
  expect(values.filter((value) => !opensForOwner(value))).toEqual([])
  expect(new Set(values.map(({ key_id: key }) => key))).toEqual(new Set(['test']))
  expect(await findUnreadable(app.ownerPool, newSecret)).toEqual([])
  const kinds = (await findUnreadable(app.ownerPool, null)).map(({ what }) => what)
  expect(kinds.filter((what) => what !== 'server seeds')).toHaveLength(6)
  const found = await names()
  expect(decryptName(app.deps.config, { of: 'account-owner', ...ownerOf(member) }, found.owner)).toBe('김연습')
  expect(
    decryptName(app.deps.config, depositorOf(ownerOf(member), { id: paid, amount: found.amount }), found.depositor),
  ).toBe('홍길동')
  expect(found.mark).not.toBeNull()
  const account = { number: plain.get(nameOf({ of: 'account', ...ownerOf(member) }))?.toString(), owner: '김연습' }
  expect(readAccount(app.deps, await openRow())).toEqual(account)
  const { rows } = await app.ownerPool.query('SELECT FROM member_person WHERE marked_key IS NULL')
  expect(rows).toEqual([])
  // The act that was taken away is missing in the audit's chain; nothing else is wrong.
  const { faults } = await checkKnownBooks(app.ownerPool, { secret: newSecret })
  expect(new Set(faults.map(({ check }) => check))).not.toContain('states')
  expect(faults.filter(({ detail }) => /account|changed|recorded|decided/.test(detail))).toEqual([])
  const { requests: _, audit: __, ...money } = before
  expect(await app.snapshotMoney()).toMatchObject(money)
  expect((await cashier.prove()).body.status).toBe('success')
})

test('a later start binds nothing: what is not bound cannot be read', async () => {
  const before = await stored()
  await start(newSecret)
  expect(await stored()).toEqual(before)
  const deps = { log: app.deps.log, config: { secret: newSecret } }
  expect(readAccount(deps, await openRow())).toEqual({ number: null, owner: null })
  expect(splitName((await names()).owner)).toBeNull()
})

test('a missing key is asked for, and one that is declared lost leaves its values unreadable', async () => {
  await forgetBinding()
  const before = await stored()
  await expect(start(testSecret)).rejects.toThrow('APP_SECRET lacks the key k1')
  expect(await stored()).toEqual(before)
  await start({ ...testSecret, lost: new Set(['k1']) })
  const after = await stored()
  expect(after.filter(({ key_id: key }) => key === 'k1')).toEqual(before.filter(({ key_id: key }) => key === 'k1'))
  // Names have a key of their own.
  const { owner } = await names()
  expect(decryptName(app.deps.config, { of: 'account-owner', ...ownerOf(member) }, owner)).toBe('김연습')
  const deps = { log: app.deps.log, config: { secret: { ...testSecret, lost: new Set(['k1']) } } }
  expect(readAccount(deps, await openRow()).number).toBeNull()
  // What `npm run restore` says of a copy: lost values leave it whole, those of a key that is missing do not.
  const read = async (secret: AppSecret) => describeUnreadable(await findUnreadable(app.ownerPool, secret), secret)
  const [declared, missing] = [await read({ ...testSecret, lost: new Set(['k1']) }), await read(testSecret)]
  expect([declared.isWhole, missing.isWhole]).toEqual([true, false])
  expect(declared.lines).toContain('LOST KEY k1: 1 phone numbers cannot be read any more.')
  expect(missing.lines).toContain('NO KEY k1: 1 phone numbers cannot be read.')
  expect(app.errors).toEqual([])
})

test('a value that does not decrypt stays and is named', async () => {
  await forgetBinding()
  await app.ownerPool.query(`UPDATE member_person SET birth_sealed = 'x' WHERE member_id = $1`, [member.id])
  const lines: string[] = []
  await start(newSecret, (line) => lines.push(line))
  expect(lines).toEqual([
    `1 encrypted values do not decrypt and stay as they are: member_person ${member.id} birth_sealed`,
  ])
  const unreadable = (await stored()).filter((value) => !opensForOwner(value))
  expect(unreadable).toMatchObject([{ row: 'person', owner: { of: 'birth' } }])
})
