import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { wallClock } from '#domain/brand-time.ts'
import { lastDigits } from '#domain/member.ts'
import { readNick, readUserId, type ReadName } from '#domain/member-name.ts'
import { siteLanguages } from '#domain/site-language.ts'
import { banks, validateRegistration, type Registration } from '#domain/registration.ts'
import type { GuestContext, MemberHandlers } from '#server/auth/context.ts'
import { hashSecret, refuseWhenHashingBusy } from '#server/auth/hashing.ts'
import { openWallet, type Tx } from '#server/ledger/ledger.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { auditMember } from '#server/modules/audit/store.ts'
import { newReferenceCode } from './reference-code.ts'

/** Registration, and the checks of its form before it is sent. */
export const registrationMemberHandlers = {
  'user-register': register,
  'check-user-id': checkUserId,
  'check-user-nick': checkUserNick,
  'get-reg-domain': getRegDomain,
} satisfies Partial<MemberHandlers>

type RegisterAnswer = MemberAnswer<'user-register'>

async function register(context: GuestContext, body: MemberBody<'user-register'>): Promise<RegisterAnswer> {
  const { brand, deps } = context
  if (brand.registration === 'closed') return { status: 'closed' }
  const today = wallClock(await readClock(context), brand.timeZone).day
  const result = validateRegistration(body, { minAge: brand.minAge, codeRequired: brand.codeRequired, today })
  if (result.status === 'invalid') return { status: 'invalid', fields: { ...result.fields } }
  if (result.status === 'underage') return { status: 'underage' }
  const { registration } = result
  const taken = await findTaken(context, registration)
  if (taken !== null) return taken
  refuseWhenHashingBusy()
  const [passwordHash, pinHash] = await Promise.all([hashSecret(registration.password), hashSecret(registration.pin)])
  for (;;) {
    const made = await deps.db
      .transaction()
      .execute((tx) => insertMember(tx, context, registration, { passwordHash, pinHash }))
    if (made) return { status: brand.registration === 'approval' ? 'pending' : 'success' }
    // Either another registration took the name while the password was hashed, or the reference code collided and is
    // drawn again.
    const takenNow = await findTaken(context, registration)
    if (takenNow !== null) return takenNow
  }
}

async function readClock(context: GuestContext): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`SELECT now() AS at`.execute(context.deps.db)
  const [row] = rows
  if (row === undefined) throw new Error('the database returned no time')
  return row.at
}

/** What prevents a registration with a valid form: the id, the nickname, or the referral code. */
async function findTaken(context: GuestContext, registration: Registration): Promise<RegisterAnswer | null> {
  const { db } = context.deps
  const member = () => db.selectFrom('member').select('id').where('brand_id', '=', context.brand.id)
  const sameId = await member().where('login_id_key', '=', registration.id.key).executeTakeFirst()
  if (sameId !== undefined) return { status: 'already_have_user' }
  const sameNick = await member().where('nick_key', '=', registration.nick.key).executeTakeFirst()
  if (sameNick !== undefined) return { status: 'already_have_nick' }
  if (registration.code === null) return null
  const code = await db
    .selectFrom('referral_code')
    .select('code')
    .where('brand_id', '=', context.brand.id)
    .where(sql`upper(code)`, '=', registration.code)
    .where('active', '=', true)
    .executeTakeFirst()
  return code === undefined ? { status: 'cant_find_code' } : null
}

/** Inserts the member; false, without writing anything, when id, nickname or reference code were taken meanwhile. */
async function insertMember(
  tx: Tx,
  context: GuestContext,
  registration: Registration,
  hashes: { passwordHash: string; pinHash: string },
): Promise<boolean> {
  const { brand } = context
  const publicId = uuidv7()
  const member = await tx
    .insertInto('member')
    .values({
      public_id: publicId,
      brand_id: brand.id,
      login_id: registration.id.name,
      login_id_key: registration.id.key,
      nick: registration.nick.name,
      nick_key: registration.nick.key,
      password_hash: hashes.passwordHash,
      pin_hash: hashes.pinHash,
      status: brand.registration === 'approval' ? 'pending' : 'active',
      referral_code: registration.code,
      reference_code: newReferenceCode(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (member === undefined) return false
  const encryption = createEncryption(context.deps.config)
  const phone = encryption.encryptText(registration.phone)
  await tx
    .insertInto('member_person')
    .values({
      member_id: member.id,
      key_id: phone.keyId,
      phone_sealed: phone.encrypted,
      phone_last4: lastDigits(registration.phone),
      bank_name: registration.bankName,
      bank_owner: registration.bankOwner,
      bank_number_sealed: encryption.encryptText(registration.bankNumber).encrypted,
      bank_number_last4: lastDigits(registration.bankNumber),
      birth_sealed: encryption.encryptText(registration.birth).encrypted,
    })
    .execute()
  if (brand.registration === 'open') await openWallet(tx, member.id, brand.id)
  await auditMember(tx, context, member.id, 'member.register', publicId, { withCode: registration.code !== null })
  return true
}

async function checkUserId(
  context: GuestContext,
  body: MemberBody<'check-user-id'>,
): Promise<MemberAnswer<'check-user-id'>> {
  return checkName(context, 'login_id_key', readUserId(body.id))
}

async function checkUserNick(
  context: GuestContext,
  body: MemberBody<'check-user-nick'>,
): Promise<MemberAnswer<'check-user-nick'>> {
  return checkName(context, 'nick_key', readNick(body.nick))
}

async function checkName(
  context: GuestContext,
  column: 'login_id_key' | 'nick_key',
  read: ReadName,
): Promise<MemberAnswer<'check-user-id'>> {
  if ('fault' in read) return { status: 'invalid', why: read.fault }
  const member = await context.deps.db
    .selectFrom('member')
    .select('id')
    .where('brand_id', '=', context.brand.id)
    .where(column, '=', read.key)
    .executeTakeFirst()
  return { status: member === undefined ? 'success' : 'taken' }
}

/** The registration domain is the one named by `Origin` where it is the brand's, else the host of the request. */
async function getRegDomain(context: GuestContext): Promise<MemberAnswer<'get-reg-domain'>> {
  const { brand, host, origin } = context
  if (brand.registration === 'closed') return { status: 'closed' }
  const named = URL.canParse(origin) ? new URL(origin).hostname : origin.toLowerCase()
  return {
    status: 'success',
    domain: brand.domains.includes(named) ? named : host,
    brand: brand.name,
    codeRequired: brand.codeRequired,
    approval: brand.registration === 'approval',
    minAge: brand.minAge,
    banks: [...banks],
    languages: [...siteLanguages],
    mode: brand.mode,
  }
}
