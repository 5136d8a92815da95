import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { favouritesLimit, recentGamesLimit } from '#domain/favourite.ts'
import { createTestApp, type TestApp, type TestResponse } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import { makeMember, makePlaySession, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'
import { anySlot } from '#test/any-slot.ts'

let app: TestApp
let member: MadeMember
let session: { id: bigint; token: string }

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
})
beforeEach(async () => {
  member = await makeMember(app.deps, app.brand)
  session = await makeSession(app.deps, member)
})
afterAll(() => app.close())

const mark = (code: string, on = true): Promise<TestResponse> =>
  app.member('set-favourite', { token: session.token, body: { code, on } })
const marked = async (): Promise<unknown> => (await app.member('get-favourites', { token: session.token })).body
const recent = async (): Promise<unknown> => (await app.member('get-recent-games', { token: session.token })).body
const games = (...codes: [string, string][]) => ({
  status: 'success',
  games: codes.map(([code, gameCompany]) => ({ code, gameCompany })),
})

test('marks games, lists them latest first, and changes nothing else', async () => {
  expect(await marked()).toEqual(games())
  expect(await changedBy(app.ownerPool, () => mark(anySlot.code))).toEqual(['favourite'])
  await mark('baccarat')
  expect(await marked()).toEqual(games(['baccarat', 'baize-live'], [anySlot.code, anySlot.company]))
  const other = await makeSession(app.deps, await makeMember(app.deps, app.brand))
  expect((await app.member('get-favourites', { token: other.token })).body).toEqual(games())
})

test('repeating a mark or its removal changes nothing', async () => {
  expect((await mark(anySlot.code)).body).toEqual({ status: 'success' })
  expect(await changedBy(app.ownerPool, () => mark(anySlot.code))).toEqual([])
  expect(await changedBy(app.ownerPool, () => mark(anySlot.code, false))).toEqual(['favourite'])
  expect(await changedBy(app.ownerPool, () => mark(anySlot.code, false))).toEqual([])
  expect((await mark(anySlot.code, false)).body).toEqual({ status: 'success' })
  expect(await marked()).toEqual(games())
})

test('answers none for a game outside this brand’s lobby, and changes nothing', async () => {
  const offer = { brand_id: app.brand.id, game_code: 'sic-bo', used: false }
  await app.ownerPool.query(`DELETE FROM brand_game WHERE brand_id = $1 AND game_code = 'sic-bo'`, [app.brand.id])
  const changed = await changedBy(app.ownerPool, async () => {
    for (const code of ['sic-bo', 'nobody', '']) {
      expect((await mark(code)).body).toEqual({ status: 'none' })
      expect((await mark(code, false)).body).toEqual({ status: 'none' })
    }
  })
  expect(changed).toEqual([])
  await app.ownerDb.insertInto('brand_game').values(offer).execute()
})

test('a marked game that left the lobby is not listed, can be unmarked, and returns with the game', async () => {
  await mark('roulette')
  const release = (at: string): Promise<unknown> =>
    app.ownerPool.query(`UPDATE game SET released_at = now() ${at} WHERE code = 'roulette'`)
  await release(`+ interval '1 day'`)
  expect(await marked()).toEqual(games())
  expect((await mark('roulette')).body).toEqual({ status: 'success' })
  await release('')
  expect(await marked()).toEqual(games(['roulette', 'baize-live']))
  await release(`+ interval '1 day'`)
  expect(await changedBy(app.ownerPool, () => mark('roulette', false))).toEqual(['favourite'])
  await release('')
})

test('bounds the number of marks, also under concurrency', async () => {
  await app.ownerPool.query(
    `WITH made AS (INSERT INTO game (code, company_code, kind, names, image)
       SELECT 'many-' || i, 'baize', 'slot', '{"ko":"많은 게임"}', 'tile/coming' FROM generate_series(1, $2) i RETURNING code)
     INSERT INTO favourite (member_id, game_code) SELECT $1, code FROM made`,
    [member.id, favouritesLimit - 1],
  )
  const responses = await Promise.all(['baccarat', 'roulette', 'blackjack'].map((code) => mark(code)))
  expect(responses.map((one) => one.body.status).toSorted()).toEqual(['full', 'full', 'success'])
  expect((await mark(anySlot.code)).body).toEqual({ status: 'full' })
  await app.ownerPool.query(`DELETE FROM favourite WHERE member_id = $1 AND game_code LIKE 'many-%'`, [member.id])
  expect((await mark(anySlot.code)).body).toEqual({ status: 'success' })
  await app.ownerPool.query(`DELETE FROM game WHERE code LIKE 'many-%'`)
})

test('lists the games played last, each once, latest first; an unopened launch address does not count', async () => {
  expect(await recent()).toEqual(games())
  await makePlaySession(app.deps, member, session)
  const last = await makePlaySession(app.deps, member, session)
  expect(await recent()).toEqual({
    status: 'success',
    games: [
      { code: anySlot.code, gameCompany: anySlot.company, kind: 'slot', playedAt: expect.stringMatching(/^20.*Z$/) },
    ],
  })
  await app.ownerPool.query(`UPDATE play_session SET opened_at = NULL WHERE member_id = $1`, [member.id])
  expect(await recent()).toEqual(games())
  await app.ownerPool.query(`UPDATE play_session SET opened_at = now() WHERE id = $1`, [last.id])
  await app.ownerPool.query(`DELETE FROM brand_game WHERE game_code = $1`, [anySlot.code])
  expect(await recent()).toEqual(games())
  const offer = { brand_id: app.brand.id, game_code: anySlot.code, used: true }
  await app.ownerDb.insertInto('brand_game').values(offer).execute()
})

test('lists at most twelve', async () => {
  await app.ownerPool.query(
    `WITH made AS (INSERT INTO game (code, company_code, kind, names, image)
       SELECT 'played-' || i, 'baize', 'slot', '{"ko":"해 본 게임"}', 'tile/coming' FROM generate_series(1, 15) i RETURNING code),
     offered AS (INSERT INTO brand_game (brand_id, game_code, used) SELECT $1, code, true FROM made),
     versions AS (INSERT INTO game_version (game_code, math_hash, most_units, units_per_stake) SELECT code, 'x', 1, 1 FROM made RETURNING id, game_code)
     INSERT INTO play_session (id, member_id, session_id, game_version_id, launch_hash, created_at, opened_at)
       SELECT gen_random_uuid(), $2, $3, id, sha256(game_code::bytea),
         now() - make_interval(mins => substr(game_code, 8)::int), now() FROM versions`,
    [app.brand.id, member.id, session.id],
  )
  const response = (await recent()) as { games: { code: string }[] }
  expect(response.games.map((game) => game.code)).toEqual(
    Array.from({ length: recentGamesLimit }, (_, index) => `played-${index + 1}`),
  )
})

test.each([{ code: anySlot.code }, { code: 5, on: true }, { code: anySlot.code, on: 'yes' }, { on: true }])(
  '%j is rejected as a body',
  async (body) => {
    expect((await app.member('set-favourite', { token: session.token, body })).code).toBe(400)
    expect(app.errors).toEqual([])
  },
)

test('restricted members see no games and mark none; their marks return afterwards', async () => {
  await mark(anySlot.code)
  await makePlaySession(app.deps, member, session)
  const stay = (until: Date | null): Promise<unknown> =>
    app.ownerPool.query(`UPDATE member SET excluded_until = $1 WHERE id = $2`, [until, String(member.id)])
  await stay(new Date(Date.now() + 60_000))
  expect([await marked(), await recent()]).toEqual([games(), games()])
  expect(await changedBy(app.ownerPool, () => mark('baccarat'))).toEqual([])
  expect((await mark('baccarat')).code).toBe(403)
  await stay(null)
  expect(await marked()).toEqual(games([anySlot.code, anySlot.company]))
  expect(await recent()).toMatchObject({ games: [{ code: anySlot.code }] })
})

test('guests get 401', async () => {
  for (const name of ['get-favourites', 'get-recent-games']) expect((await app.member(name)).code).toBe(401)
  expect((await app.member('set-favourite', { body: { code: anySlot.code, on: true } })).code).toBe(401)
})
