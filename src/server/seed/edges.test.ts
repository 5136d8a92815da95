import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkedSlot } from '#test/linked-slot.ts'
import { sampleSlot } from '#test/sample-slots.ts'
import { createWorld, type World } from '#test/world.ts'
import { makeBrand, type Site } from './builders.ts'
import { edgeGames, findEdgeFaults, ofSlot } from './edges.ts'

let world: World
let site: Site
beforeAll(async () => {
  world = await createWorld()
  site = { db: world.ownerDb, config: { secret: { keyId: 'k1', keys: new Map([['k1', randomBytes(32)]]) } } }
})
afterAll(() => world.close())

test('names brand, game and level where comp and jackpots leave nothing of the edge', async () => {
  const games = [
    { game: sampleSlot('lines'), returnPpm: 970_000 },
    { ...linkedSlot, returnPpm: 970_000 },
  ].map(ofSlot)
  const { code } = await makeBrand(site, { slotCompPpm: [10_000, 29_999, 30_000] })
  const found = async () => (await findEdgeFaults(world.db, games)).filter(({ brand }) => brand === code)
  const levels = async (game: string) => (await found()).filter((one) => one.game === game).map(({ field }) => field)
  const high = Array.from({ length: 8 }, (_, index) => `compPpm.${index + 3}`)
  expect(await levels(games[0]?.code ?? '')).toEqual(high)
  expect((await found())[0]?.fault).toBe('30000 comp and 0 jackpots of a million are not below the edge of 30000')
  await world.ownerPool.query(`UPDATE jackpot_tier SET open = true, share_ppm = 1 WHERE tier = 'mega'`)
  expect(await levels(linkedSlot.game.code)).toEqual(['compPpm.2', ...high])
  expect(await levels(games[0]?.code ?? '')).toEqual(high)
})

test('counts rates of later dates, and no longer those that others replaced', async () => {
  const games = [ofSlot({ game: sampleSlot('lines'), returnPpm: 970_000 })]
  const { code, id } = await makeBrand(site, { slotCompPpm: 5_000 })
  const levels = async () =>
    (await findEdgeFaults(world.db, games)).filter(({ brand }) => brand === code).map(({ field }) => field)
  const insert = (level: number, rate: number, from: string) =>
    world.ownerPool.query(
      `INSERT INTO comp_rate (brand_id, game_kind, level, rate_ppm, effective_from)
       VALUES ($1, 'slot', $2, $3, date_trunc('minute', now() + $4::interval))`,
      [id, level, rate, from],
    )
  await insert(1, 40_000, '-2 days')
  expect(await levels()).toEqual([])
  await insert(2, 40_000, '2 days')
  expect(await levels()).toEqual(['compPpm.2'])
})

test('weighs tables by the bet that keeps least, races, and Blackjack by all stakes of a round', async () => {
  const kept = new Map(edgeGames().map(({ code, kind, returnPpm }) => [code, { kind, kept: 1_000_000 - returnPpm }]))
  expect(kept.get('baccarat')).toEqual({ kind: 'casino', kept: 10_579 })
  expect(kept.get('virtual-horses')).toEqual({ kind: 'sport', kept: expect.closeTo(100_000, -3) })
  // 0.4051 % of the first stake; all stakes are 1.13162 first stakes.
  expect(kept.get('blackjack')).toEqual({ kind: 'casino', kept: 3_579 })
  const { code } = await makeBrand(site, { slotCompPpm: 5_000, casinoCompPpm: [3_578, 3_579, 10_579] })
  const found = (await findEdgeFaults(world.db)).filter(({ brand }) => brand === code)
  const of = (game: string) => found.filter((one) => one.game === game).map(({ field }) => field)
  expect(of('blackjack')).toEqual(Array.from({ length: 9 }, (_, index) => `compPpm.${index + 2}`))
  expect(of('baccarat')).toEqual(Array.from({ length: 8 }, (_, index) => `compPpm.${index + 3}`))
  expect(of('virtual-horses')).toEqual([])
})
