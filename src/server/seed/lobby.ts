import { catalogue } from '#domain/games/catalogue.ts'
import { sql } from 'kysely'
import type { Database } from '../db/pool.ts'
import { currentMathHash } from '../features/play-catalogue.ts'
import type { Tx } from '../ledger/ledger.ts'

/** What the lobby offers: the studio's games with their mathematics, and what is being built. */

type Names = { ko: string; en: string; jp: string; vn: string; cn: string }
type Kind = 'slot' | 'casino' | 'sport'

const same = (name: string): Names => ({ ko: name, en: name, jp: name, vn: name, cn: name })

const companies: readonly { code: string; kind: Kind; names: Names }[] = [
  { code: 'baize', kind: 'slot', names: same('Baize Studio') },
  { code: 'baize-live', kind: 'casino', names: same('Baize Live') },
  { code: 'baize-race', kind: 'sport', names: same('Baize Race') },
]

/** Tables and races of the first slate: their tiles are there, closed, until the games are. */
const coming: readonly { code: string; company: string; kind: Kind; names: Names }[] = [
  {
    code: 'baccarat',
    company: 'baize-live',
    kind: 'casino',
    names: { ko: '바카라', en: 'Baccarat', jp: 'バカラ', vn: 'Baccarat', cn: '百家乐' },
  },
  {
    code: 'speed-baccarat',
    company: 'baize-live',
    kind: 'casino',
    names: {
      ko: '스피드 바카라',
      en: 'Speed Baccarat',
      jp: 'スピードバカラ',
      vn: 'Baccarat Tốc Độ',
      cn: '极速百家乐',
    },
  },
  {
    code: 'no-commission-baccarat',
    company: 'baize-live',
    kind: 'casino',
    names: {
      ko: '노커미션 바카라',
      en: 'No-Commission Baccarat',
      jp: 'ノーコミッションバカラ',
      vn: 'Baccarat Miễn Hoa Hồng',
      cn: '免佣百家乐',
    },
  },
  {
    code: 'dragon-tiger',
    company: 'baize-live',
    kind: 'casino',
    names: { ko: '드래곤 타이거', en: 'Dragon Tiger', jp: 'ドラゴンタイガー', vn: 'Rồng Hổ', cn: '龙虎' },
  },
  {
    code: 'roulette',
    company: 'baize-live',
    kind: 'casino',
    names: { ko: '룰렛', en: 'Roulette', jp: 'ルーレット', vn: 'Roulette', cn: '轮盘' },
  },
  {
    code: 'sic-bo',
    company: 'baize-live',
    kind: 'casino',
    names: { ko: '식보', en: 'Sic Bo', jp: 'シックボー', vn: 'Tài Xỉu', cn: '骰宝' },
  },
  {
    code: 'blackjack',
    company: 'baize-live',
    kind: 'casino',
    names: { ko: '블랙잭', en: 'Blackjack', jp: 'ブラックジャック', vn: 'Blackjack', cn: '二十一点' },
  },
  {
    code: 'virtual-horses',
    company: 'baize-race',
    kind: 'sport',
    names: { ko: '가상 경마', en: 'Virtual Horses', jp: 'バーチャル競馬', vn: 'Đua Ngựa Ảo', cn: '虚拟赛马' },
  },
  {
    code: 'virtual-hounds',
    company: 'baize-race',
    kind: 'sport',
    names: {
      ko: '가상 도그 레이스',
      en: 'Virtual Hounds',
      jp: 'バーチャルドッグレース',
      vn: 'Đua Chó Ảo',
      cn: '虚拟赛狗',
    },
  },
]

/**
 * Writes the lobby's companies and games, each published mathematics as a version, and what each brand has of them: the
 * studio's games open, what is coming closed. Runs at every start; what a brand has switched stays as it is.
 */
export async function publishGames(db: Database | Tx): Promise<void> {
  await db
    .insertInto('company')
    .values(
      companies.map((company, sort) => ({
        code: company.code,
        kind: company.kind,
        names: JSON.stringify(company.names),
        image: `company/${company.code}`,
        sort,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((of) => ({
        names: of.ref('excluded.names'),
        image: of.ref('excluded.image'),
        sort: of.ref('excluded.sort'),
      })),
    )
    .execute()
  await publishEntries(db)
  for (const entry of catalogue) {
    await db
      .insertInto('game_version')
      .values({ game_code: entry.game.code, math_hash: currentMathHash(entry) })
      .onConflict((conflict) => conflict.columns(['game_code', 'math_hash']).doNothing())
      .execute()
  }
  await offerToBrands(db)
}

async function publishEntries(db: Database | Tx): Promise<void> {
  const ours = catalogue.map((entry, sort) => ({
    code: entry.game.code,
    company_code: entry.company,
    kind: 'slot',
    names: JSON.stringify(entry.names),
    image: `tile/${entry.game.code}`,
    rtp_ppm: entry.returnPpm,
    volatility: entry.volatility,
    features: entry.game.features.map((feature) => feature.kind as string),
    sort,
  }))
  const others = coming.map((game, sort) => ({
    code: game.code,
    company_code: game.company,
    kind: game.kind,
    names: JSON.stringify(game.names),
    image: `tile/${game.code}`,
    rtp_ppm: null,
    volatility: null,
    features: [] as string[],
    sort,
  }))
  await db
    .insertInto('game')
    .values([...ours, ...others])
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((of) => ({
        names: of.ref('excluded.names'),
        image: of.ref('excluded.image'),
        rtp_ppm: of.ref('excluded.rtp_ppm'),
        volatility: of.ref('excluded.volatility'),
        features: of.ref('excluded.features'),
        sort: of.ref('excluded.sort'),
      })),
    )
    .execute()
}

async function offerToBrands(db: Database | Tx): Promise<void> {
  const playable = catalogue.map((entry) => entry.game.code)
  await sql`
    INSERT INTO brand_company (brand_id, company_code, used)
    SELECT b.id, c.code, EXISTS (SELECT 1 FROM game g WHERE g.company_code = c.code AND g.code = ANY (${playable}::text[]))
      FROM brand b CROSS JOIN company c ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    INSERT INTO brand_game (brand_id, game_code, used)
    SELECT b.id, g.code, g.code = ANY (${playable}::text[]) FROM brand b CROSS JOIN game g ON CONFLICT DO NOTHING`.execute(
    db,
  )
}
