import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { makeBrand } from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'
import { anySlot } from '#test/any-slot.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { openSeatGames } from '#domain/games/seat-games.ts'
import { lobbyOf, openTables, tables } from '#domain/games/table/tables.ts'
import { lobbyFeaturesOf } from '#domain/games/lobby-features.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
})
afterAll(() => app.close())

const callMember = async (call: string, body?: unknown, locale?: string): Promise<Record<string, unknown>> => {
  const response = await app.member(call, { body, ...(locale && { headers: { cookie: `locale=${locale}` } }) })
  expect(response.code).toBe(200)
  return response.body
}

test('lists casino and sport tiles, closed until their games can be played', async () => {
  const { casiono } = (await callMember('get-casino-setting')) as { casiono: { used: string; code: string }[] }
  expect(casiono.map((tile) => tile.code)).toContain('baccarat')
  const open = (kind: string) =>
    openTables.filter((code) => tables.some(({ game }) => game.code === code && lobbyOf(game).kind === kind))
  expect(casiono.filter((tile) => tile.used === 'y').map(({ code }) => code)).toEqual([
    ...open('casino'),
    ...openSeatGames,
  ])
  expect(casiono[0]).toEqual({
    code: 'baccarat',
    gameCompany: 'baize-live',
    used: 'y',
    imgUrl: '/art/tile/baccarat.webp',
    name: '바카라',
    names: { ko: '바카라', en: 'Baccarat', jp: 'バカラ', vn: 'Baccarat', cn: '百家乐' },
    features: ['pair-bets'],
    isNew: true,
    released: expect.stringMatching(/^20.*Z$/),
  })
  const { sport } = (await callMember('get-sport-setting', {}, 'en')) as {
    sport: { used: string; name: string; code: string }[]
  }
  expect(sport.filter((tile) => tile.used === 'y').map((tile) => tile.code)).toEqual(open('sport'))
  expect(sport.map((tile) => tile.name)).toEqual(['Virtual Horses', 'Virtual Hounds'])
})

test('lists slot companies and their games, open or closed as set for the brand', async () => {
  expect(await callMember('get-slot-setting')).toEqual({
    status: 'success',
    slot: [{ code: 'baize', used: 'y', imgUrl: '/art/company/baize.webp', name: 'Baize Studio' }],
  })
  const games = async (): Promise<Record<string, unknown>[]> =>
    (await callMember('get-slot-by-company', { company: 'baize' }))['games'] as Record<string, unknown>[]
  const slate = await games()
  // The catalogue's games first, in its order.
  expect(slate.slice(0, catalogue.length)).toMatchObject(
    catalogue.map(({ game, company, names, volatility }) => ({
      code: game.code,
      gameCompany: company,
      nameKo: names.ko,
      nameEn: names.en,
      names: { jp: names.jp, vn: names.vn, cn: names.cn },
      used: 'y',
      rtp: expect.stringMatching(/^9\d(\.\d+)?$/),
      volatility,
      features: lobbyFeaturesOf(game),
      isNew: true,
    })),
  )
  expect(new Set(slate.map((game) => game['code'])).size).toBe(12)
  expect(slate.length).toBe(12)
  expect(slate.filter((game) => game['used'] === 'y').map((game) => game['code'])).toEqual(
    catalogue.map(({ game }) => game.code),
  )
  expect(slate.filter((game) => Object.values(game['names'] as object).includes(''))).toEqual([])
  expect(await callMember('get-slot-by-company', { company: 'nobody' })).toEqual({ status: 'none' })
  expect(await callMember('get-slot-by-company', { company: 'baize-live' })).toEqual({ status: 'none' })

  const close = (table: 'brand_game' | 'brand_company', used: boolean) =>
    app.ownerDb.updateTable(table).set({ used }).where('brand_id', '=', app.brand.id)
  await close('brand_game', false).where('game_code', '=', anySlot.code).execute()
  expect((await games())[0]).toMatchObject({ code: anySlot.code, used: 'n' })
  await close('brand_game', true).where('game_code', '=', anySlot.code).execute()
  await close('brand_company', false).where('company_code', '=', 'baize').execute()
  expect((await games())[0]).toMatchObject({ code: anySlot.code, used: 'n' })
  expect(await callMember('get-slot-setting')).toMatchObject({ slot: [{ used: 'n' }] })
  await close('brand_company', true).where('company_code', '=', 'baize').execute()
})

test('a name that is missing in a language is empty', async () => {
  const last = catalogue.at(-1) ?? catalogue[0]
  const names = (value: string): Promise<unknown> =>
    app.ownerPool.query(`UPDATE game SET names = names - 'jp' || $1::jsonb WHERE code = $2`, [value, last.game.code])
  await names('{"vn": ""}')
  const { games } = (await callMember('get-slot-by-company', { company: 'baize' })) as {
    games: Record<string, unknown>[]
  }
  const { ko, en, cn } = last.names
  expect(games.find((game) => game['code'] === last.game.code)).toMatchObject({
    nameKo: ko,
    nameEn: en,
    names: { ko, jp: '', vn: '', cn },
  })
})

test('lists banners of this brand, in their order, in all languages', async () => {
  const other = await makeBrand(app.deps)
  const banner = (title: string, values: Record<string, unknown>): Promise<unknown> =>
    app.ownerDb
      .insertInto('banner')
      .values({
        id: randomUUID(),
        brand_id: app.brand.id,
        texts: JSON.stringify({ ko: { title, text: '', action: '' } }),
        image: 'banner/comp',
        ...values,
      })
      .execute()
  await banner('둘', { sort: 2, link: '/comp' })
  await banner('하나', { sort: 1 })
  await banner('숨김', { hidden_at: new Date() })
  await banner('남', { brand_id: other.id })
  expect((await callMember('get-banners'))['banners']).toMatchObject([
    { texts: { ko: { title: '하나' } }, imgUrl: '/art/banner/comp.webp', linkUrl: null },
    { texts: { ko: { title: '둘' } }, linkUrl: '/comp' },
  ])
  expect(app.errors).toEqual([])
})
