import type pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { connectTo } from './connect.ts'
import { createActKeys, type ActGroup } from './act-signing.ts'

/** `APP_SECRET` is not the one that signed the acts of the database. */
export class SecretUnfit extends Error {
  override name = 'SecretUnfit'
}

const newestActs = 50
const newestOfKey = 5

// With the functions of the database, which may be of an older release.
const signedGroups = (newest: string): string => `
  SELECT s.act_group::text AS "group", to_char(s.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, s.acts, s.changes,
    s.key_id AS "keyId", s.hash, sha256(a.digest || c.digest) AS digest
  FROM (SELECT DISTINCT n.act_group FROM (${newest}) n) newest
  JOIN public.act_signature s USING (act_group)
  CROSS JOIN LATERAL (SELECT sha256(coalesce(string_agg(public.act_form(r), ''::bytea ORDER BY r.id), '')) AS digest
    FROM public.audit r WHERE r.act_group = s.act_group) a
  CROSS JOIN LATERAL (SELECT sha256(coalesce(string_agg(sha256(public.state_change_form(r)), ''::bytea ORDER BY r.id), '')) AS digest
    FROM public.state_change r WHERE r.act_group = s.act_group) c`

const newestSql = signedGroups('SELECT act_group FROM public.audit ORDER BY id DESC LIMIT $1')
// Reads all signatures, which is done only for keys that signed nothing lately.
const ofKeySql = signedGroups('SELECT act_group FROM public.act_signature WHERE key_id = $2 ORDER BY at DESC LIMIT $1')

/**
 * Checks that `APP_SECRET` signed what the database recorded last, before anything is signed with it: what another secret
 * signs is a fault of the books for good. Of each of its keys that ever signed, one of the newest signatures must match,
 * so that altered acts alone do not keep the program from starting; the books name these. A secret that
 * has no key of the newest acts must declare theirs lost. Throws `SecretUnfit`; a database without signed acts takes any secret.
 */
export async function assertSigningKey(client: pg.Pool | pg.ClientBase, secret: AppSecret): Promise<void> {
  const tables = await client.query<{ found: boolean }>(
    `SELECT to_regclass('public.audit') IS NOT NULL AND to_regclass('public.act_signature') IS NOT NULL
       AND to_regproc('public.act_form') IS NOT NULL AND to_regproc('public.state_change_form') IS NOT NULL AS found`,
  )
  if (tables.rows[0]?.found !== true) return
  type Signed = ActGroup & { hash: Buffer }
  const { rows } = await client.query<Signed>(newestSql, [newestActs])
  const knowsNewest = rows.some(({ keyId }) => secret.keys.has(keyId))
  const lately = new Set(rows.map(({ keyId }) => keyId))
  for (const keyId of secret.keys.keys())
    if (!lately.has(keyId)) rows.push(...(await client.query<Signed>(ofKeySql, [newestOfKey, keyId])).rows)
  const keys = createActKeys(secret)
  const matching = new Map<string, boolean>()
  const lacking = new Set<string>()
  for (const { hash, ...group } of rows) {
    const own = keys.hashOf(group)
    if (own !== null) matching.set(group.keyId, matching.get(group.keyId) === true || own.equals(hash))
    else if (secret.lost?.has(group.keyId) !== true) lacking.add(group.keyId)
  }
  const [other] = [...matching].flatMap(([keyId, matches]) => (matches ? [] : [keyId]))
  if (other !== undefined) throw new SecretUnfit(`The key ${other} of APP_SECRET ${unfit}`)
  const [lacked] = lacking
  if (!knowsNewest && lacked !== undefined)
    throw new SecretUnfit(
      `APP_SECRET lacks the key ${lacked}, with which the newest acts of this database were signed. ${advice}`,
    )
}

/** The same with a connection of its own, to whichever database is at the address. */
export async function assertSigningKeyAt(url: string, secret: AppSecret): Promise<void> {
  const client = await connectTo(url, { name: 'baize-key' })
  await assertSigningKey(client, secret).finally(() => client.end())
}

const advice =
  'Nothing was changed. Set the APP_SECRET of this installation (docs/operations.md describes what to do when it is lost).'
const unfit = `is not the one that signed the newest acts of this database: it belongs to another installation. ${advice}`
