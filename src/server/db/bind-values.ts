import type pg from 'pg'
import { encryptName, nameMark, splitName } from '#server/auth/encrypted-name.ts'
import { createEncryption, nobody, type NameOwner, type RowOwner, type ValueOwner } from '#server/auth/encryption.ts'
import { depositorOf, payeeOf } from '#server/auth/request-name.ts'
import type { AppSecret } from '#server/config.ts'
import { createActKeys, signActs } from './act-signing.ts'
import type { Report } from './report.ts'

/** The subject of the act that bound the encrypted values from before values were bound. */
export const valuesBound = 'none'

const membersPerBatch = 2_000

/**
 * Binds encrypted values to their owners, as the owner of the database, once: in one signed transaction with the act `values.bind`
 * (docs/decisions/034-bound-values.md). Plain names of before names were encrypted are encrypted with it. Values are decrypted with
 * their key and encrypted with the newest; those under a key that is declared lost, and those that do not decrypt, stay as they are
 * and cannot be read. Throws, and changes nothing, when a key is missing that is not declared lost.
 */
export async function bindValues(client: pg.ClientBase, secret: AppSecret, report?: Report): Promise<void> {
  const { rows } = await client.query(`SELECT FROM audit WHERE act = 'values.bind' LIMIT 1`)
  if (rows.length > 0) return
  await client.query('BEGIN')
  try {
    // A value that is written meanwhile would not be bound.
    await client.query('LOCK TABLE member_person, money_request, operator_factor, provider IN SHARE ROW EXCLUSIVE MODE')
    await refuseMissingKeys(client, secret)
    // Triggers let the same values pass: marks stay, and decided requests get nothing else.
    await client.query(`SELECT set_config('baize.binds_values', 'on', true)`)
    await client.query(`INSERT INTO audit (actor_kind, act, subject) VALUES ('system', 'values.bind', $1)`, [
      valuesBound,
    ])
    const unreadable = [...(await bindMembers(client, secret, report)), ...(await bindOthers(client, secret))]
    if (unreadable.length > 0)
      report?.(
        `${unreadable.length} encrypted values do not decrypt and stay as they are: ${unreadable.slice(0, 20).join(', ')}`,
      )
    await signActs((sql, values) => client.query(sql, [...values]), createActKeys(secret))
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** What would be bound without a key that is only missing could never be read again. */
async function refuseMissingKeys(client: pg.ClientBase, secret: AppSecret): Promise<void> {
  const name = (column: string): string =>
    `CASE WHEN ${column} LIKE 'encrypted:%' THEN split_part(${column}, ':', 2) END`
  const { rows } = await client.query<{ key_id: string }>(
    `SELECT key_id FROM member_person WHERE num_nonnulls(phone_sealed, bank_number_sealed, birth_sealed) > 0
     UNION SELECT key_id FROM money_request WHERE bank_number_sealed IS NOT NULL
     UNION SELECT key_id FROM operator_factor WHERE secret_sealed IS NOT NULL
     UNION SELECT key_id FROM provider WHERE key_sealed IS NOT NULL
     UNION SELECT ${name('bank_owner')} FROM member_person
     UNION SELECT ${name('bank_owner')} FROM money_request UNION SELECT ${name('depositor')} FROM money_request`,
  )
  const missing = rows.flatMap(({ key_id: id }) =>
    id === null || secret.keys.has(id) || secret.lost?.has(id) === true ? [] : [id],
  )
  if (missing.length > 0)
    throw new Error(
      `APP_SECRET lacks the key ${missing.join(', ')} of encrypted values, which are bound to their owners now: add it after the ` +
        `newest one, or declare it lost with ${missing[0]}:lost.`,
    )
}

type OfMember = { member_id: string; public_id: string; bank_owner: string }
type Person = Row<'phone_sealed' | 'bank_number_sealed' | 'birth_sealed'> & OfMember
type Request = Row<'bank_number_sealed'> &
  OfMember & {
    id: string
    type: string
    amount: string
    depositor: string
    bank_name: string
    bank_number_last4: string
  }

const memberOf = (row: OfMember): RowOwner => ({ id: BigInt(row.member_id), publicId: row.public_id })

/** Binds the values of persons and of their requests; returns the rows with values that do not decrypt. */
async function bindMembers(client: pg.ClientBase, secret: AppSecret, report?: Report): Promise<string[]> {
  const unreadable: string[] = []
  const { rows } = await client.query<{ members: string }>('SELECT count(*)::text AS members FROM member')
  const members = Number(rows[0]?.members ?? 0)
  let done = 0
  for (let after = '-1'; ;) {
    const batch = await client.query<{ last: string | null; members: number }>(
      `SELECT max(id)::text AS last, count(*)::int AS members FROM (SELECT id FROM member WHERE id > $1 ORDER BY id LIMIT $2) m`,
      [after, membersPerBatch],
    )
    const { last = null, members: taken = 0 } = batch.rows[0] ?? {}
    if (last === null) return unreadable
    const range = [after, last]
    const persons = await client.query<Person>(
      `SELECT p.member_id, m.public_id, p.key_id, p.phone_sealed, p.bank_number_sealed, p.birth_sealed, p.bank_owner
       FROM member_person p JOIN member m ON m.id = p.member_id WHERE p.member_id > $1 AND p.member_id <= $2`,
      range,
    )
    const requests = await client.query<Request>(
      `SELECT q.id, q.type, q.amount, q.member_id, m.public_id, q.key_id, q.bank_number_sealed, q.bank_owner, q.depositor,
         q.bank_name, q.bank_number_last4
       FROM money_request q JOIN member m ON m.id = q.member_id WHERE q.member_id > $1 AND q.member_id <= $2`,
      range,
    )
    // A request keeps the very value of the person that it was copied from.
    const binder = createBinder(secret, unreadable)
    await storePersons(client, binder, persons.rows)
    await storeRequests(client, binder, requests.rows)
    after = last
    done += taken
    if (members > membersPerBatch) report?.(`Binding encrypted values: ${done} of ${members} members`)
  }
}

async function storePersons(client: pg.ClientBase, binder: Binder, rows: readonly Person[]): Promise<void> {
  const bound = rows.flatMap((row) => {
    const owner = memberOf(row)
    const at = `member_person ${owner.id}`
    const values = binder.values(at, row, {
      phone_sealed: { of: 'phone', ...owner },
      bank_number_sealed: { of: 'account', ...owner },
      birth_sealed: { of: 'birth', ...owner },
    })
    const name = binder.name(at, { of: 'account-owner', ...owner }, row.bank_owner)
    return values === null && name === row.bank_owner ? [] : [{ ...row, ...values, name }]
  })
  await client.query(
    `UPDATE member_person p SET key_id = n.key_id, phone_sealed = n.phone, bank_number_sealed = n.account, birth_sealed = n.birth, bank_owner = n.name
     FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::bytea[], $5::bytea[], $6::text[]) n (id, key_id, phone, account, birth, name)
     WHERE p.member_id = n.id`,
    [
      bound.map((row) => row.member_id),
      bound.map((row) => row.key_id),
      bound.map((row) => row.phone_sealed),
      bound.map((row) => row.bank_number_sealed),
      bound.map((row) => row.birth_sealed),
      bound.map((row) => row.name),
    ],
  )
}

async function storeRequests(client: pg.ClientBase, binder: Binder, rows: readonly Request[]): Promise<void> {
  const bound = rows.flatMap((row) => {
    const owner = memberOf(row)
    const at = `money_request ${row.id}`
    const values = binder.values(at, row, { bank_number_sealed: { of: 'account', ...owner } })
    const name =
      row.type === 'withdraw'
        ? binder.name(at, payeeOf(owner, row, { ...row, ...values }), row.bank_owner)
        : row.bank_owner
    const depositor = binder.name(at, depositorOf(owner, row), row.depositor)
    if (values === null && name === row.bank_owner && depositor === row.depositor) return []
    // Only plain names have no mark yet.
    const mark = splitName(row.depositor) === null ? binder.mark(row.depositor) : null
    return [{ ...row, ...values, name, depositor, mark }]
  })
  await client.query(
    `UPDATE money_request q SET key_id = n.key_id, bank_number_sealed = n.account, bank_owner = n.name, depositor = n.depositor,
       depositor_mark = coalesce(n.mark, q.depositor_mark)
     FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::text[], $5::text[], $6::bytea[]) n (id, key_id, account, name, depositor, mark)
     WHERE q.id = n.id`,
    [
      bound.map((row) => row.id),
      bound.map((row) => row.key_id),
      bound.map((row) => row.bank_number_sealed),
      bound.map((row) => row.name),
      bound.map((row) => row.depositor),
      bound.map((row) => row.mark),
    ],
  )
}

/** Binds the secrets of second factors and the keys of providers. */
async function bindOthers(client: pg.ClientBase, secret: AppSecret): Promise<string[]> {
  const unreadable: string[] = []
  const binder = createBinder(secret, unreadable)
  const store = async (table: string, column: string, row: Row<'value'> & { id: string }, owner: ValueOwner) => {
    const bound = binder.values(`${table} ${row.id}`, row, { value: owner })
    const values = [row.id, bound?.key_id, bound?.value]
    if (bound !== null)
      await client.query(`UPDATE ${table} SET key_id = $2, ${column} = $3 WHERE id::text = $1`, values)
  }
  const factors = await client.query<Row<'value'> & { id: string; operator: string; public_id: string }>(
    `SELECT f.id::text AS id, f.operator_id::text AS operator, o.public_id, f.key_id, f.secret_sealed AS value
     FROM operator_factor f JOIN operator o ON o.id = f.operator_id WHERE f.secret_sealed IS NOT NULL`,
  )
  for (const row of factors.rows) {
    const owner = { of: 'totp', id: BigInt(row.operator), publicId: row.public_id } as const
    await store('operator_factor', 'secret_sealed', row, owner)
  }
  const providers = await client.query<Row<'value'> & { id: string; code: string; address: string }>(
    `SELECT id::text AS id, code, coalesce(base_url, '') AS address, key_id, key_sealed AS value
     FROM provider WHERE key_sealed IS NOT NULL`,
  )
  for (const row of providers.rows) {
    const owner = { of: 'provider', id: Number(row.id), code: row.code, address: row.address } as const
    await store('provider', 'key_sealed', row, owner)
  }
  return unreadable
}

/** Encrypted values of a row, and their key. */
type Row<Column extends string> = { key_id: string | null } & Record<Column, Buffer | null>

type Binder = {
  /** The values to store in place of a row's, with their key; null: none of them is unbound. */
  values: <Column extends string>(
    at: string,
    row: NoInfer<Row<Column>>,
    owners: Readonly<Record<Column, ValueOwner>>,
  ) => Row<Column> | null
  /** The stored form of a name. */
  name: (at: string, owner: NameOwner, stored: string) => string
  mark: (name: string) => Buffer | null
}

/** Equal values of one owner become equal bound values. */
function createBinder(secret: AppSecret, unreadable: string[]): Binder {
  const config = { secret }
  const encryption = createEncryption(config)
  const known = new Map<string, Buffer>()
  const once = (key: string, bind: () => Buffer): Buffer => {
    const bound = known.get(key) ?? bind()
    known.set(key, bound)
    return bound
  }
  /** The plain value, and whether it has no owner yet; null when it does not decrypt. */
  const open = (owner: ValueOwner, keyId: string, encrypted: Buffer): { plain: Buffer; isBound: boolean } | null => {
    for (const tried of [nobody, owner]) {
      try {
        return { plain: encryption.decrypt(tried, keyId, encrypted), isBound: tried !== nobody }
      } catch {
        // Another owner's, or altered.
      }
    }
    return null
  }
  return {
    values: <Column extends string>(at: string, row: Row<Column>, owners: Readonly<Record<Column, ValueOwner>>) => {
      const keyId = row.key_id ?? ''
      if (!secret.keys.has(keyId)) return null
      const bound: Row<string> = { ...row, key_id: secret.keyId }
      let hasUnbound = false
      for (const [column, owner] of Object.entries<ValueOwner>(owners)) {
        const encrypted: Buffer | null = row[column as Column]
        const opened = encrypted === null ? null : open(owner, keyId, encrypted)
        if (encrypted !== null && opened === null) unreadable.push(`${at} ${column}`)
        if (encrypted === null || opened === null) continue
        hasUnbound ||= !opened.isBound
        const key = `${owner.of} ${'id' in owner ? owner.id : ''} ${keyId} ${encrypted.toString('base64')}`
        bound[column] = once(key, () => encryption.encrypt(owner, opened.plain).encrypted)
      }
      return hasUnbound ? (bound as Row<Column>) : null
    },
    name: (at, owner, stored) => {
      const split = splitName(stored)
      if (split === null) return encryptName(config, owner, stored)
      if (!secret.keys.has(split.keyId)) return stored
      const opened = open(owner, split.keyId, split.encrypted)
      if (opened === null) unreadable.push(`${at} ${owner.of}`)
      if (opened === null || opened.isBound) return stored
      return encryptName(config, owner, opened.plain.toString('utf8'))
    },
    mark: (name) => nameMark(config, name),
  }
}
