import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { operatorRoles } from '#contract/route.ts'
import { wholeUnits } from '#domain/money.ts'
import type { AppSecret } from '../config.ts'
import type { Database } from '../db/pool.ts'
import { safeHtml } from '../safe-html.ts'
import { makeBrand, makeMember, makeOperator, type Site } from './builders.ts'
import * as words from './demo-words.ts'

/** Who can sign in to the demo world, and with what: printed at the start. */
export const demoAccounts = {
  members: [
    { id: 'demo', password: 'demo-play-1', pin: '1234' },
    { id: 'haneul', password: 'haneul-play-1', pin: '1234' },
  ],
  operators: operatorRoles.map((role) => ({ login: role, password: `${role}-office-1` })),
  referralCode: 'MOON',
} as const

// An arbitrary number: two programs that start on one empty database make one demo world.
const lockKey = 5_061_720_002

/**
 * Fills an empty house with the demo brand, its members, operators and words; a house with a brand in it stays as it is.
 * All of it or nothing. Answers whether it was made.
 */
export async function seedDemo(house: { db: Database; config: { secret: AppSecret } }): Promise<boolean> {
  return house.db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(tx)
    const some = await tx.selectFrom('brand').select('id').limit(1).executeTakeFirst()
    if (some !== undefined) return false
    const site: Site = { db: tx, config: house.config, ownHashes: true }
    const brand = await makeBrand(site, {
      code: 'nocturne',
      name: 'NOCTURNE',
      domains: ['nocturne.localhost'],
      isDefault: true,
      secondApprovalFrom: wholeUnits(500_000),
      // Level 1 earns half a percent, each level a tenth more.
      slotCompPpm: Array.from({ length: 10 }, (_, index) => 5_000 + index * 1_000),
    })
    await tx
      .insertInto('referral_code')
      .values({ brand_id: brand.id, code: demoAccounts.referralCode, title: '초대' })
      .execute()
    const [demo, haneul] = demoAccounts.members
    const balance = wholeUnits(1_000_000)
    const member = await makeMember(site, brand, {
      loginId: demo.id,
      nick: '달빛손님',
      password: demo.password,
      pin: demo.pin,
      cash: balance,
      level: 3,
    })
    await makeMember(site, brand, {
      loginId: haneul.id,
      nick: '하늘',
      password: haneul.password,
      pin: haneul.pin,
      cash: balance,
      bankName: '카카오뱅크',
      bankOwner: '이하늘',
    })
    for (const operator of demoAccounts.operators) {
      await makeOperator(site, {
        login: operator.login,
        name: operator.login,
        password: operator.password,
        roles: [operator.login],
      })
    }
    await sayWords(site, brand.id, member.id)
    return true
  })
}

async function sayWords(site: Site, brandId: number, memberId: bigint): Promise<void> {
  // Newest first in the list; half a day between two of them.
  const published = (index: number) => sql<Date>`now() - make_interval(hours => ${index * 12})`
  const safe = <Said extends { contents: string }>(said: Said): Said => ({ ...said, contents: safeHtml(said.contents) })
  const translated = ({ en, jp, vn, cn }: (typeof words.notices)[number]): string =>
    JSON.stringify({ en: safe(en), jp: safe(jp), vn: safe(vn), cn: safe(cn) })
  await site.db
    .insertInto('notice')
    .values(
      words.notices.map((said, index) => ({
        id: uuidv7(),
        brand_id: brandId,
        ...safe(said.ko),
        translations: translated(said),
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
      ...safe(words.popup.ko),
      title_color: '#e8c177',
      // Beside the headline and below the jackpots.
      pos_x: 1000,
      pos_y: 640,
      translations: translated(words.popup),
    })
    .execute()
  await site.db
    .insertInto('banner')
    .values(
      words.banners.map((banner, sort) => ({
        id: uuidv7(),
        brand_id: brandId,
        texts: JSON.stringify(banner.texts),
        image: banner.image,
        link: banner.link,
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
      ...safe(words.note.ko),
      translations: translated(words.note),
      title_color: '#e8c177',
    })
    .execute()
}
