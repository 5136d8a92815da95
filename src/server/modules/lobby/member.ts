import type { Banner, GameTile, SlotCompany, SlotGame } from '#contract/lobby.ts'
import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { percentOf } from '#domain/comp.ts'
import { nameIn, ownName } from '#domain/notice.ts'
import { perLanguage } from '#domain/site-language.ts'
import type { Deps } from '#server/deps.ts'
import type { GuestContext, MemberHandlers } from '#server/auth/context.ts'
import { readClosedGames } from '#server/modules/slot/store.ts'
import { sql } from 'kysely'
import { isExcludedVisitor } from '#server/auth/excluded-visitor.ts'

/** The content of the home page: tiles, companies, games, banners. */
export const lobbyMemberHandlers = {
  'get-casino-setting': async (context) => ({
    status: 'success',
    casiono: await listTiles(context.deps, context, 'casino'),
  }),
  'get-sport-setting': async (context) => ({
    status: 'success',
    sport: await listTiles(context.deps, context, 'sport'),
  }),
  'get-slot-setting': async (context) => ({
    status: 'success',
    slot: await listSlotCompanies(context.deps, context),
  }),
  'get-slot-by-company': getSlotGames,
  'get-banners': async (context) => ({
    status: 'success',
    banners: (await isExcludedVisitor(context.deps, context.brand.id, context.token))
      ? []
      : await listBanners(context.deps, context.brand.id),
  }),
} satisfies Partial<MemberHandlers>

/** The brand and the language of a lobby. */
export type LobbyView = { brand: { id: number }; locale: string | null }

function gamesOf(deps: Deps, brandId: number) {
  return deps.db
    .selectFrom('game as g')
    .innerJoin('company as c', 'c.code', 'g.company_code')
    .innerJoin('brand_game as bg', (join) => join.onRef('bg.game_code', '=', 'g.code').on('bg.brand_id', '=', brandId))
    .innerJoin('brand_company as bc', (join) =>
      join.onRef('bc.company_code', '=', 'g.company_code').on('bc.brand_id', '=', brandId),
    )
    .where('g.released_at', '<=', sql<Date>`now()`)
    .orderBy('c.sort')
    .orderBy('g.sort')
    .orderBy('g.code')
}

/** The tiles of live casino or sport. */
export async function listTiles(deps: Deps, view: LobbyView, kind: 'casino' | 'sport'): Promise<GameTile[]> {
  const rows = await gamesOf(deps, view.brand.id)
    .where('g.kind', '=', kind)
    .select(['g.code', 'g.company_code', 'g.names', 'g.image', 'g.features', 'g.released_at'])
    .select([sql<boolean>`bg.used AND bc.used`.as('used'), isNew.as('isNew')])
    .execute()
  return rows.map((row) => ({
    code: row.code,
    gameCompany: row.company_code,
    used: row.used ? 'y' : 'n',
    imgUrl: deps.art(row.image),
    name: nameIn(row.names, view.locale),
    names: allNames(row.names),
    features: row.features,
    isNew: row.isNew,
    released: row.released_at.toISOString(),
  }))
}

/** A game is new for 60 days. */
const isNew = sql<boolean>`g.released_at > now() - interval '60 days'`

/** A name in the five languages, empty where it is missing: the page falls back. */
function allNames(stored: unknown): SlotGame['names'] {
  return perLanguage((language) => ownName(stored, language))
}

/** The companies whose slots the brand offers. */
export async function listSlotCompanies(deps: Deps, view: LobbyView): Promise<SlotCompany[]> {
  const rows = await deps.db
    .selectFrom('company as c')
    .innerJoin('brand_company as bc', (join) =>
      join.onRef('bc.company_code', '=', 'c.code').on('bc.brand_id', '=', view.brand.id),
    )
    .where('c.kind', '=', 'slot')
    .select(['c.code', 'c.names', 'c.image', 'bc.used'])
    .orderBy('c.sort')
    .orderBy('c.code')
    .execute()
  return rows.map((row) => ({
    code: row.code,
    used: row.used ? 'y' : 'n',
    imgUrl: deps.art(row.image),
    name: nameIn(row.names, view.locale),
  }))
}

/** Slots of one company, or of all companies of the brand. */
export async function listSlotGames(deps: Deps, brandId: number, company: string | null): Promise<SlotGame[]> {
  let query = gamesOf(deps, brandId).where('g.kind', '=', 'slot')
  if (company !== null) query = query.where('g.company_code', '=', company)
  const [closed, rows] = await Promise.all([
    readClosedGames(deps.db),
    query
      .select(['g.code', 'g.company_code', 'g.names', 'g.image', 'g.rtp_ppm', 'g.volatility', 'g.features'])
      .select(['g.released_at', sql<boolean>`bg.used AND bc.used`.as('used'), isNew.as('isNew')])
      .execute(),
  ])
  const closedCodes = new Set(closed.map(({ code }) => code))
  return rows.map((row) => {
    const names = allNames(row.names)
    const isClosed = closedCodes.has(row.code)
    return {
      code: row.code,
      gameCompany: row.company_code,
      imgUrl: deps.art(row.image),
      nameKo: names.ko || names.en,
      nameEn: names.en || names.ko,
      names,
      used: row.used && !isClosed ? 'y' : 'n',
      closed: isClosed,
      // Two decimals, rounded down, so that the figure never exceeds the proven return.
      rtp: row.rtp_ppm === null ? null : percentOf(row.rtp_ppm - (row.rtp_ppm % 100)),
      volatility: row.volatility as SlotGame['volatility'],
      features: row.features,
      isNew: row.isNew,
      released: row.released_at.toISOString(),
    }
  })
}

async function getSlotGames(
  context: GuestContext,
  body: MemberBody<'get-slot-by-company'>,
): Promise<MemberAnswer<'get-slot-by-company'>> {
  const companies = await listSlotCompanies(context.deps, context)
  if (!companies.some((company) => company.code === body.company)) return { status: 'none' }
  return { status: 'success', games: await listSlotGames(context.deps, context.brand.id, body.company) }
}

/** The banners of the home page, in the order set by the office. */
export async function listBanners(deps: Deps, brandId: number): Promise<Banner[]> {
  const rows = await deps.db
    .selectFrom('banner')
    .select(['id', 'texts', 'image', 'link'])
    .where('brand_id', '=', brandId)
    .where('hidden_at', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .limit(10)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    imgUrl: deps.art(row.image),
    linkUrl: row.link === '' ? null : row.link,
    texts: row.texts as Banner['texts'],
  }))
}
