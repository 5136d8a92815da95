import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAnySlot } from '#test/any-slot.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { testSecret } from '#test/test-secret.ts'
import type { AppSecret } from '#server/config.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makeOperator, makeSession } from '#server/seed/builders.ts'
import { isKnownBrowser, rememberMemberBrowser } from './member-browser.ts'

/**
 * Tokens of browsers and launch addresses that a superuser of the database plants: their rows have hashes without the key, or
 * those of another owner.
 */

let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
})
afterAll(() => app.close())

const token = 'P'.repeat(43)
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
const cookieOf = (headers: Readonly<Record<string, unknown>>, name: string): string =>
  new RegExp(`^${name}=([^;]*)`, 'm').exec([headers['set-cookie']].flat().join('\n'))?.[1] ?? ''

/** Whether a request for a password reset from a browser counts as one from a browser of the member. */
async function comesFromKnown(loginId: string, phone: string, device: string): Promise<boolean> {
  await app.member('ask-password-reset', { body: { id: loginId, phone }, headers: { cookie: `device=${device}` } })
  const { rows } = await app.ownerPool.query<{ known: boolean }>(
    `SELECT r.from_known_browser AS known FROM password_reset r JOIN member m ON m.id = r.member_id WHERE m.login_id = $1`,
    [loginId],
  )
  return rows[0]?.known ?? false
}

test('a browser of a member that somebody planted in the database is a stranger’s', async () => {
  const phone = '01055501234'
  const member = await makeMember(app.deps, app.brand, { phone })
  await app.ownerPool.query('INSERT INTO member_device (token_hash, member_id) VALUES ($1, $2)', [
    sha256(`${token}:${member.id}`),
    String(member.id),
  ])
  expect(await comesFromKnown(member.loginId, phone, token)).toBe(false)

  // The row of a browser that another member signed in from, given to this member.
  const thief = await makeMember(app.deps, app.brand)
  const signed = await app.member('user-do-login', { body: { id: thief.loginId, pw: thief.password } })
  const device = cookieOf(signed.headers, 'device')
  await app.ownerPool.query('UPDATE member_device SET member_id = $1 WHERE member_id = $2', [
    String(member.id),
    String(thief.id),
  ])
  expect(await comesFromKnown(member.loginId, phone, device)).toBe(false)

  const own = await app.member('user-do-login', { body: { id: member.loginId, pw: member.password } })
  expect(await comesFromKnown(member.loginId, phone, cookieOf(own.headers, 'device'))).toBe(true)
})

test('a browser stays known under a new key, and is stored under it at the next sign-in', async () => {
  const member = await makeMember(app.deps, app.brand)
  const signed = await app.member('user-do-login', { body: { id: member.loginId, pw: member.password } })
  const device = cookieOf(signed.headers, 'device')
  const isKnown = (secret: AppSecret) => isKnownBrowser(app.db, secret, member.id, device)
  const both = { keyId: 'k2', keys: new Map([['k2', randomBytes(32)], ...testSecret.keys]) }
  const newest = { keyId: 'k2', keys: new Map([...both.keys].filter(([id]) => id === 'k2')) }
  expect([await isKnown(both), await isKnown(newest)]).toEqual([true, false])
  await app.db.transaction().execute((tx) => rememberMemberBrowser(tx, both, member.id, device))
  expect([await isKnown(both), await isKnown(newest), await isKnown(testSecret)]).toEqual([true, true, false])
})

test('the twenty browsers that a member signed in from last are known', async () => {
  const member = await makeMember(app.deps, app.brand)
  const tokens = Array.from({ length: 22 }, (_, index) => String(index).padStart(43, 'b'))
  for (const [index, one] of [...tokens, tokens[1] ?? ''].entries()) {
    if (index === 20) await app.ownerPool.query(`UPDATE member_device SET last_seen_at = now() - interval '1 minute'`)
    await app.db.transaction().execute((tx) => rememberMemberBrowser(tx, testSecret, member.id, one))
    await app.db.transaction().execute((tx) => rememberMemberBrowser(tx, testSecret, member.id, tokens[0] ?? ''))
  }
  const known = await Promise.all(tokens.map((one) => isKnownBrowser(app.db, testSecret, member.id, one)))
  expect(known.filter(Boolean)).toHaveLength(20)
  expect([known[0], known[1], known[20], known[21]]).toEqual([true, true, true, true])
})

test('a browser of an operator that somebody planted in the database counts with all strangers', async () => {
  const { id, login } = await makeOperator(app.deps, { demo: true })
  await app.ownerPool.query('INSERT INTO operator_browser (token_hash, operator_id) VALUES ($1, $2)', [
    sha256(`operator:${id}:${token}`),
    String(id),
  ])
  const from = (browser: string) =>
    app.office('sign-in', { body: { login, pw: 'guess' }, headers: { cookie: `office-browser=${browser}` } })
  // Five attempts from a network: a known browser has five of its own besides.
  for (let attempt = 0; attempt < 5; attempt += 1) await from('x')
  expect((await from('x')).body.status).toBe('throttled')
  expect((await from(token)).body.status).toBe('throttled')
})

test('a launch address that somebody planted in the database opens no window', async () => {
  const member = await makeMember(app.deps, app.brand)
  const session = await makeSession(app.deps, member)
  const plant = async (hash: Buffer): Promise<void> =>
    void (await app.ownerPool.query(
      `INSERT INTO play_session (id, member_id, session_id, game_version_id, launch_hash)
       SELECT $1, $2, $3, max(id), $4 FROM game_version`,
      [randomUUID(), String(member.id), String(session.id), hash],
    ))
  const redeem = async (address: string): Promise<string> =>
    String(
      (
        await app.listeners.member.inject({
          method: 'GET',
          url: address,
          headers: { host: 'localhost:4500', cookie: `session=${session.token}` },
        })
      ).headers.location,
    )
  await plant(sha256(token))
  expect(await redeem(`/play/launch/${token}`)).toBe('/play/closed?why=unknown')

  // The address of another session, whose row was given to this one.
  const other = await makeSession(app.deps, await makeMember(app.deps, app.brand))
  const opened = await app.member('open-game', {
    token: other.token,
    body: openAnySlot(),
  })
  expect(opened.body.status).toBe('success')
  await app.ownerPool.query(`UPDATE play_session SET member_id = $1, session_id = $2 WHERE session_id = $3`, [
    String(member.id),
    String(session.id),
    String(other.id),
  ])
  expect(await redeem(String(opened.body['gameUrl']))).toBe('/play/closed?why=unknown')
})
