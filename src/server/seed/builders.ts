import { newSessionToken } from '#server/auth/session-token.ts'
import { inTransaction } from '#server/db/pool.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { OperatorRole } from '#contract/route.ts'
import type { PlayType } from '#contract/member.ts'
import type { BankAccount } from '#domain/deposit-account.ts'
import { usualSlotCompPpm } from '#domain/comp.ts'
import { lastDigits, type MemberStatus } from '#domain/member.ts'
import { wholeUnits, type Amount } from '#domain/money.ts'
import { readNick, readUserId } from '#domain/member-name.ts'
import type { AppSecret } from '../config.ts'
import type { Database } from '../db/pool.ts'
import { newToken, tokenHashes } from '#server/auth/session.ts'
import { newReferenceCode } from '#server/modules/registration/reference-code.ts'
import { bindHash } from '#server/auth/bound-hash.ts'
import { hashSecret } from '#server/auth/hashing.ts'
import { HashingBusy } from '#server/auth/places.ts'
import { drawServerSeed } from '#server/modules/slot/new-seed.ts'
import { issueIn, openWallet, type AccountClass, type Tx } from '../ledger/ledger.ts'
import { createEncryption, type RowOwner } from '#server/auth/encryption.ts'
import { encryptName } from '#server/auth/encrypted-name.ts'
import { createPersonHashing } from '#server/auth/person-hash.ts'
import { addPersonMarks } from '#server/modules/registration/store.ts'
import { depositColumns } from './brand-settings.ts'
import { publishGames } from './lobby.ts'
import { catalogue } from '#domain/games/catalogue.ts'

/**
 * Builders of data, shared by the demo and the tests. Each takes the database or a transaction, so that all data is
 * created together or not at all.
 */
export type Site = {
  db: Database | Tx
  /** The owner's connection, for settings and issues, where `db` is that of the application's role. */
  ownerDb?: Database
  config: { secret: AppSecret }
  /** A hash per password, as in production; tests share them, because one takes a tenth of a second. */
  ownHashes?: boolean
}

export type MadeBrand = { id: number; code: string; timeZone: string }
export type MadeMember = {
  id: bigint
  publicId: string
  brandId: number
  loginId: string
  password: string
  pin: string
}
export type MadeOperator = { id: bigint; publicId: string; login: string; password: string }

export type BrandOptions = {
  code?: string
  name?: string
  domains?: readonly string[]
  isDefault?: boolean
  purpose?: 'house' | 'bench'
  minSpinMs?: number
  registration?: 'open' | 'approval' | 'closed'
  codeRequired?: boolean
  turnoverPpm?: number
  /** The sum of a member's day from which withdrawals, and deposits, need two operators. */
  secondApprovalFrom?: Amount
  depositSecondFrom?: Amount | null
  /** Whether a code for a new password takes two operators. */
  resetSecond?: boolean
  /** Whether a window of one game ends those of others. */
  oneSlotWindow?: boolean
  cashOpens?: number
  cashCloses?: number
  /** Free text, or an account of a bank of the list. */
  depositAccount?: string | BankAccount
  /** Where to ask when a registration cannot be completed online. */
  contact?: string
  /** Comp of slots by level, in parts per million; the same for every level as a number. */
  slotCompPpm?: number | readonly number[]
  /** Comp of live tables by level; half of that of slots when left out. */
  casinoCompPpm?: readonly number[]
}

let counted = 0

/**
 * A unique text for values that do not matter to a test. Letters only, because digits of two nicknames may look alike.
 */
function fresh(stem: string): string {
  counted += 1
  const letters = [...`${process.pid}${String(counted).padStart(3, '0')}`].map((digit) =>
    'abcdefghjk'.charAt(Number(digit)),
  )
  return `${stem}${letters.join('')}`.slice(0, 16)
}

/** Settings and issues take the owner's rights. Inside a transaction, that is the owner's. */
function ownerDbOf({ db, ownerDb }: Site): Database | Tx {
  return db.isTransaction ? db : (ownerDb ?? db)
}

/** A brand with its domains, comp rates and the lobby's games. Bench brands have no pace. */
export function makeBrand(site: Site, options: BrandOptions = {}): Promise<MadeBrand> {
  return inTransaction(ownerDbOf(site), (db) => makeBrandIn(db, options))
}

async function makeBrandIn(db: Tx, options: BrandOptions): Promise<MadeBrand> {
  const code = options.code ?? fresh('brand')
  const purpose = options.purpose ?? 'house'
  const brand = await db
    .insertInto('brand')
    .values({
      code,
      name: options.name ?? code.toUpperCase(),
      purpose,
      min_spin_ms: options.minSpinMs ?? (purpose === 'bench' ? 0 : 2_500),
      registration: options.registration ?? 'approval',
      code_required: options.codeRequired ?? false,
      turnover_ppm: options.turnoverPpm ?? 0,
      second_approval_from: options.secondApprovalFrom ?? null,
      ...(options.depositSecondFrom === undefined ? {} : { deposit_second_from: options.depositSecondFrom }),
      reset_second: options.resetSecond ?? false,
      one_slot_window: options.oneSlotWindow ?? true,
      cash_opens: options.cashOpens ?? 0,
      cash_closes: options.cashCloses ?? 0,
      contact: options.contact ?? '',
      ...depositColumns(
        typeof options.depositAccount === 'object'
          ? options.depositAccount
          : { text: options.depositAccount ?? '녹턴은행 000-0000-0000 (예금주 연습용)' },
      ),
    })
    .returning(['id', 'time_zone'])
    .executeTakeFirstOrThrow()
  const domains = options.domains ?? [`${code}.example`]
  await db
    .insertInto('brand_domain')
    .values(
      domains.map((domain, index) => ({
        domain,
        brand_id: brand.id,
        is_default: index === 0 && (options.isDefault ?? false),
      })),
    )
    .execute()
  await setCompRates(db, brand.id, options.slotCompPpm ?? usualSlotCompPpm, options.casinoCompPpm)
  await publishGames(db)
  return { id: brand.id, code, timeZone: brand.time_zone }
}

/** Comp rates from this minute on; where tables have none of their own they earn half of what slots do, and so do races. */
async function setCompRates(
  db: Tx,
  brandId: number,
  slotCompPpm: number | readonly number[],
  casinoCompPpm?: readonly number[],
): Promise<void> {
  const at = (rates: readonly number[], level: number): number => rates[level - 1] ?? rates.at(-1) ?? 0
  const ofLevel = (level: number): number => (typeof slotCompPpm === 'number' ? slotCompPpm : at(slotCompPpm, level))
  const half = (level: number): number => Math.floor(ofLevel(level) / 2)
  const levels = Array.from({ length: 10 }, (_, index) => index + 1)
  const rates = levels.flatMap((level) => [
    { game_kind: 'slot', level, rate_ppm: ofLevel(level) },
    { game_kind: 'casino', level, rate_ppm: casinoCompPpm === undefined ? half(level) : at(casinoCompPpm, level) },
    { game_kind: 'sport', level, rate_ppm: half(level) },
  ])
  await db
    .insertInto('comp_rate')
    .values(
      rates.map((rate) => ({ ...rate, brand_id: brandId, effective_from: sql<Date>`date_trunc('minute', now())` })),
    )
    .execute()
}

export type MemberOptions = {
  loginId?: string
  nick?: string
  password?: string
  pin?: string
  level?: number
  playType?: PlayType
  status?: MemberStatus
  excludedUntil?: Date
  cash?: Amount
  phone?: string
  bankName?: string
  bankNumber?: string
  bankOwner?: string
  /** `1990-01-01` when left out. */
  birth?: string
  referenceCode?: string
  /** An account of the house: of the demo data or of staff. */
  house?: boolean
}

const sharedHashes = new Map<string, Promise<string>>()
function hashFor(site: Site, plain: string): Promise<string> {
  if (site.ownHashes) return hashPatiently(plain)
  const hash = sharedHashes.get(plain) ?? hashPatiently(plain)
  sharedHashes.set(plain, hash)
  return hash
}

/** Hashes without a limit of waiting: on a busy machine the demo and the tests take longer instead of failing. */
async function hashPatiently(plain: string): Promise<string> {
  for (;;) {
    try {
      return await hashSecret(plain, 'signed-in')
    } catch (error) {
      if (!(error instanceof HashingBusy)) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** A member with a wallet and personal data; active unless set otherwise. `cash` is issued as play money. */
export async function makeMember(site: Site, brand: { id: number }, options: MemberOptions = {}): Promise<MadeMember> {
  const loginId = options.loginId ?? fresh('m')
  const password = options.password ?? 'moonlit-hall-7'
  const pin = options.pin ?? '2580'
  const publicId = uuidv7()
  const id = readUserId(loginId)
  const nick = readNick(options.nick ?? `닉${loginId.slice(-9)}`)
  if ('fault' in id || 'fault' in nick) throw new Error(`${loginId} is not a valid member name`)
  const [passwordHash, pinHash] = await Promise.all([hashFor(site, password), hashFor(site, pin)])
  const member = await inTransaction(site.db, async (tx) => {
    const row = await tx
      .insertInto('member')
      .values({
        public_id: publicId,
        brand_id: brand.id,
        login_id: id.name,
        login_id_key: id.key,
        nick: nick.name,
        nick_key: nick.key,
        password_hash: '',
        pin_hash: '',
        level: options.level ?? 1,
        play_type: options.playType ?? 'all',
        status: options.status ?? 'active',
        excluded_until: options.excludedUntil ?? null,
        house: options.house ?? false,
        reference_code: options.referenceCode ?? newReferenceCode(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { secret } = site.config
    await tx
      .updateTable('member')
      .set({
        password_hash: bindHash(secret, { of: 'password', id: row.id }, passwordHash),
        pin_hash: bindHash(secret, { of: 'pin', id: row.id }, pinHash),
      })
      .where('id', '=', row.id)
      .execute()
    await makePerson({ ...site, db: tx }, { id: row.id, publicId }, options)
    if (options.status !== 'pending' && options.status !== 'rejected') await openWallet(tx, row.id, brand.id)
    return row
  })
  const made = { id: member.id, publicId, brandId: brand.id, loginId: id.name, password, pin }
  if (options.cash !== undefined && options.cash > 0n) await issueMoney(site, made, options.cash)
  return made
}

/** The personal data of a member and their hashes; members with the same ones are the same person. */
export async function makePerson(site: Site, member: RowOwner, options: MemberOptions): Promise<void> {
  const encryption = createEncryption(site.config)
  const phone = options.phone ?? '01000000000'
  const bankNumber = options.bankNumber ?? '000000000000'
  const bankOwner = options.bankOwner ?? '김연습'
  const birth = options.birth ?? '1990-01-01'
  const { keyId, encrypted } = encryption.encryptText({ of: 'phone', ...member }, phone)
  const hashing = createPersonHashing(site.config)
  await site.db
    .insertInto('member_person')
    .values({
      member_id: member.id,
      key_id: keyId,
      phone_sealed: encrypted,
      phone_last4: lastDigits(phone),
      bank_name: options.bankName ?? '신한은행',
      bank_owner: encryptName(site.config, { of: 'account-owner', ...member }, bankOwner),
      bank_number_sealed: encryption.encryptText({ of: 'account', ...member }, bankNumber).encrypted,
      bank_number_last4: lastDigits(bankNumber),
      birth_sealed: encryption.encryptText({ of: 'birth', ...member }, birth).encrypted,
      marked_key: hashing.marked,
    })
    .execute()
  const marks = hashing.marksOf({ phone, bankNumber, bankOwner, birth })
  await addPersonMarks(
    site.db,
    marks.map((mark) => ({ ...mark, memberId: member.id })),
  )
}

/** Issues play money to a member, with its audit row. */
export async function issueMoney(site: Site, member: { id: bigint; brandId: number }, amount: Amount): Promise<void> {
  await inTransaction(ownerDbOf(site), async (tx) => {
    const contraId = await accountIn(tx, member.brandId, 'play_money_issue')
    const posted = await issueIn(tx, {
      memberId: member.id,
      kind: 'issue',
      source: 'system',
      key: uuidv7(),
      request: ['issue', amount],
      cash: amount,
      contraId,
    })
    if (posted.outcome !== 'done') throw new Error(`issuing money ended as: ${posted.outcome}`)
  })
}

/** The id of a platform account, read in a transaction that may have just created its brand. */
export async function accountIn(tx: Tx, brandId: number, accountClass: AccountClass, reference = ''): Promise<number> {
  const found = await sql<{
    id: number
  }>`SELECT ledger_account(${brandId}, ${accountClass}, ${reference}) AS id`.execute(tx)
  const [row] = found.rows
  if (row === undefined) throw new Error(`no account ${accountClass} of brand ${brandId}`)
  return row.id
}

/** Programs that use these sessions move the clock and the ends of sessions: their tokens name a far end. */
const farEnd = new Date('2999-01-01T00:00:00Z')

/** A live session of a member; returns the plain token. */
export async function makeSession(site: Site, member: { id: bigint }): Promise<{ id: bigint; token: string }> {
  const { token, hash } = newSessionToken(site.config.secret, { of: 'member', holder: member.id, endsAt: farEnd })
  const row = await site.db
    .insertInto('member_session')
    .values({ token_hash: hash, member_id: member.id, user_agent: 'test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: row.id, token }
}

/** A game window that was opened through its launch address. */
export async function makePlaySession(
  site: Site,
  member: { id: bigint },
  session: { id: bigint },
  options: { gameCode?: string; seedPair?: boolean } = {},
): Promise<{ id: string; gameVersionId: number }> {
  const { gameCode = catalogue[0].game.code, seedPair = true } = options
  if (seedPair) await beginFirstPair(site, member)
  const version = await site.db
    .selectFrom('game_version')
    .select('id')
    .where('game_code', '=', gameCode)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const id = uuidv7()
  await site.db
    .insertInto('play_session')
    .values({
      id,
      member_id: member.id,
      session_id: session.id,
      game_version_id: version.id,
      launch_hash: tokenHashes(site.config.secret, { of: 'launch', holder: session.id }, newToken())[0],
      opened_at: sql<Date>`now()`,
    })
    .execute()
  return { id, gameVersionId: version.id }
}

/** Begins the member's first seed pair with a client seed, as the game window does; does nothing once there is one. */
export async function beginFirstPair(site: Site, member: { id: bigint }, clientSeed = fresh('seed')): Promise<void> {
  const [first, second] = [drawServerSeed(site), drawServerSeed(site)]
  await inTransaction(site.db, async (tx) => {
    await sql`SELECT seed_commit(${member.id}, ${first.encrypted}, ${first.keyId}, ${first.hash})`.execute(tx)
    await sql`SELECT seed_begin(member_id, ${clientSeed}, NULL, ${second.encrypted}, ${second.keyId}, ${second.hash})
      FROM wallet WHERE member_id = ${member.id} AND seed_id IS NULL`.execute(tx)
  })
}

export type OperatorOptions = {
  passwordHash?: string
  login?: string
  name?: string
  password?: string
  roles?: readonly OperatorRole[]
  /** null or left out: every brand. */
  brandIds?: readonly number[] | null
  /** One of the demo world's, who signs in without a second factor. */
  demo?: boolean
}

/** An operator. */
export async function makeOperator(site: Site, options: OperatorOptions = {}): Promise<MadeOperator> {
  const login = options.login ?? fresh('op')
  const password = options.password ?? 'office-lamp-1'
  const publicId = uuidv7()
  const passwordHash = options.passwordHash ?? (await hashFor(site, password))
  const row = await inTransaction(ownerDbOf(site), async (tx) => {
    const made = await tx
      .insertInto('operator')
      .values({
        public_id: publicId,
        login: login.toLowerCase(),
        name: options.name ?? login,
        password_hash: '',
        roles: [...(options.roles ?? (['manager'] as const))],
        brand_ids: options.brandIds ? [...options.brandIds] : null,
        demo: options.demo ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('operator')
      .set({ password_hash: bindHash(site.config.secret, { of: 'operator', id: made.id }, passwordHash) })
      .where('id', '=', made.id)
      .execute()
    return made
  })
  return { id: row.id, publicId, login: login.toLowerCase(), password }
}

/** An amount for tests to which it does not matter. */
export const someMoney: Amount = wholeUnits(1_000_000)
