import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { operatorRoles } from '#contract/route.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { wholeUnits } from '#domain/money.ts'
import type { AppSecret } from '../config.ts'
import type { Database } from '../db/pool.ts'
import { safeHtml } from '../safe-html.ts'
import { makeBrand, makeMember, makeOperator, type Site } from './builders.ts'
import { foundJackpot } from '../ledger/jackpots.ts'
import type { Tx } from '../ledger/ledger.ts'
import * as texts from './demo-texts.ts'

/** The logins of the demo data, printed at the start. */
export const demoAccounts = {
  members: [
    { id: 'demo', password: 'demo-play-1', pin: '1234' },
    { id: 'haneul', password: 'haneul-play-1', pin: '1234' },
  ],
  operators: operatorRoles.map((role) => ({ login: role, password: `${role}-office-1` })),
  referralCode: 'MOON',
} as const

// An arbitrary number: of two programs that start on one empty database only one creates the demo data.
const lockKey = 5_061_720_002

/**
 * The jackpots of the demo data. Of each stake at a linked machine 0.5, 0.4 and 0.3 % go to them, and of that two fifths to their next
 * pools: King's Chest hits so often that this is more than the first money in most cases.
 */
const demoJackpots = [
  { tier: 'mega', amount: wholeUnits(5_000_000), sharePpm: 5_000, reservePpm: 400_000 },
  { tier: 'major', amount: wholeUnits(500_000), sharePpm: 4_000, reservePpm: 400_000 },
  { tier: 'minor', amount: wholeUnits(60_000), sharePpm: 3_000, reservePpm: 400_000 },
] as const

/** Founds the jackpots of the demo data for a brand, in the caller's transaction. */
export async function foundJackpots(tx: Tx, brandId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`SELECT ledger_account(${brandId}, 'adjustment', '') AS id`.execute(tx)
  const fromId = rows[0]?.id
  if (fromId === undefined) throw new Error('the demo brand has no account for corrections')
  for (const founding of demoJackpots) await foundJackpot(tx, { ...founding, key: randomUUID(), fromId })
}

/**
 * Fills an empty database with the demo brand, its members, operators and texts; one that has a brand stays unchanged.
 * The data is created as a whole or not at all; returns whether it was.
 */
export async function seedDemo(target: { db: Database; config: { secret: AppSecret } }): Promise<boolean> {
  return target.db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(tx)
    const some = await tx.selectFrom('brand').select('id').limit(1).executeTakeFirst()
    if (some !== undefined) return false
    const site: Site = { db: tx, config: target.config, ownHashes: true }
    const brand = await makeBrand(site, {
      code: 'nocturne',
      name: 'NOCTURNE',
      domains: ['nocturne.localhost'],
      isDefault: true,
      secondApprovalFrom: wholeUnits(500_000),
      contact: 'support@nocturne.example',
      depositAccount: { bank: '저축은행', number: '000-0000-0000', owner: 'NOCTURNE' },
      // Level 1 earns half a percent, each level a tenth more.
      slotCompPpm: Array.from({ length: 10 }, (_, index) => 5_000 + index * 1_000),
      // Less than Blackjack keeps of all stakes, 0.3579 percent, at every level.
      casinoCompPpm: Array.from({ length: 10 }, (_, index) => 1_000 + index * 200),
    })
    await tx
      .insertInto('referral_code')
      .values({ brand_id: brand.id, code: demoAccounts.referralCode, title: '초대' })
      .execute()
    await foundJackpots(tx, brand.id)
    const [demo, haneul] = demoAccounts.members
    const balance = wholeUnits(1_000_000)
    const member = await makeMember(site, brand, {
      loginId: demo.id,
      nick: '달빛손님',
      password: demo.password,
      pin: demo.pin,
      cash: balance,
      level: 3,
      house: true,
    })
    await makeMember(site, brand, {
      loginId: haneul.id,
      nick: '하늘',
      password: haneul.password,
      pin: haneul.pin,
      cash: balance,
      bankName: '카카오뱅크',
      bankOwner: '이하늘',
      house: true,
    })
    for (const operator of demoAccounts.operators) {
      await makeOperator(site, {
        login: operator.login,
        name: operator.login,
        password: operator.password,
        roles: [operator.login],
        demo: true,
      })
    }
    await insertTexts(site, brand.id, member.id)
    return true
  })
}

async function insertTexts(site: Site, brandId: number, memberId: bigint): Promise<void> {
  // The list is newest first; the notices are half a day apart.
  const published = (index: number) => sql<Date>`now() - make_interval(hours => ${index * 12})`
  const safe = <Text extends { contents: string }>(text: Text): Text => ({ ...text, contents: safeHtml(text.contents) })
  const translated = ({ en, jp, vn, cn }: (typeof texts.notices)[number]): string =>
    JSON.stringify({ en: safe(en), jp: safe(jp), vn: safe(vn), cn: safe(cn) })
  await site.db
    .insertInto('notice')
    .values(
      texts.notices.map((text, index) => ({
        id: uuidv7(),
        brand_id: brandId,
        ...safe(text.ko),
        translations: translated(text),
        published_at: published(index),
        last_at: published(index),
      })),
    )
    .execute()
  await site.db
    .insertInto('popup')
    .values({
      id: uuidv7(),
      brand_id: brandId,
      ...safe(texts.popup.ko),
      title_color: '#e8c177',
      // Beside the headline and below the jackpots.
      pos_x: 1000,
      pos_y: 640,
      translations: translated(texts.popup),
    })
    .execute()
  await site.db
    .insertInto('banner')
    .values(
      texts.banners.map((banner, sort) => ({
        id: uuidv7(),
        brand_id: brandId,
        texts: JSON.stringify(banner.texts),
        image: banner.image,
        link: 'link' in banner ? banner.link : `/?game=${codeOf(banner.game)}`,
        sort,
      })),
    )
    .execute()
  await site.db
    .insertInto('note')
    .values({
      id: uuidv7(),
      brand_id: brandId,
      member_id: memberId,
      ...safe(texts.note.ko),
      translations: translated(texts.note),
      title_color: '#e8c177',
    })
    .execute()
}

function codeOf(name: string): string {
  const found = catalogue.find(({ names }) => names.en === name)
  if (found === undefined) throw new Error(`the catalogue has no game ${name}`)
  return found.game.code
}
