import { encryptName } from '#server/auth/encrypted-name.ts'
import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { wallClock } from '#domain/brand-time.ts'
import { lastDigits } from '#domain/member.ts'
import { decideSignUp } from '#domain/person-mark.ts'
import { readNick, readUserId, type ReadName } from '#domain/member-name.ts'
import { siteLanguages } from '#domain/site-language.ts'
import { banks, validateRegistration, type Registration } from '#domain/registration.ts'
import type { GuestContext, MemberHandlers } from '#server/auth/context.ts'
import { bindHash } from '#server/auth/bound-hash.ts'
import { hashSecret, withHashingPlace } from '#server/auth/hashing.ts'
import { networkOf } from '#server/http/address.ts'
import type { Database } from '#server/db/pool.ts'
import { openWallet, type Tx } from '#server/ledger/ledger.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { createPersonHashing, type PersonMark } from '#server/auth/person-hash.ts'
import { newToken } from '#server/auth/session.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { auditFound, auditMember } from '#server/modules/audit/store.ts'
import { newReferenceCode } from './reference-code.ts'
import { addPersonMarks, findMatches, lockPersonMarks, type MatchedMember } from './store.ts'

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
  const taken = await findTaken(deps.db, context, registration)
  if (taken !== null) return taken
  const caller = { queue: 'stranger', network: networkOf(context.ip) } as const
  // One after the other, so that a registration never waits with more secrets than it has places.
  const { passwordHash, pinHash } = await withHashingPlace(caller, async () => ({
    passwordHash: await hashSecret(registration.password, caller),
    pinHash: await hashSecret(registration.pin, caller),
  }))
  const device = context.device ?? newToken()
  const marks = createPersonHashing(deps.config).marksOf({ ...registration, device })
  for (;;) {
    const answer = await deps.db
      .transaction()
      .execute((tx) => admit(tx, context, registration, { marks, passwordHash, pinHash }))
    if (answer !== null) {
      if (context.device === null) context.setDevice(device)
      return answer
    }
    // Either another registration took the name while the password was hashed, or the reference code collided and is
    // drawn again.
    const takenNow = await findTaken(deps.db, context, registration)
    if (takenNow !== null) return takenNow
  }
}

type Prepared = { marks: readonly PersonMark[]; passwordHash: string; pinHash: string }

/**
 * Compares the person with all members of the installation and makes the member; null, without writing anything, when
 * id, nickname or reference code were taken meanwhile. Answer and statements are the same whether a matched member is
 * excluded, blocked or neither: nobody learns it by registering with somebody else's values.
 */
async function admit(
  tx: Tx,
  context: GuestContext,
  registration: Registration,
  prepared: Prepared,
): Promise<RegisterAnswer | null> {
  const { brand } = context
  await lockPersonMarks(tx, prepared.marks)
  const matches = await findMatches(tx, prepared.marks, { memberId: null, brandId: brand.id })
  const decision = decideSignUp(matches)
  if (decision === 'contact') {
    // The same form sent twice at once.
    if ((await findTaken(tx, context, registration)) !== null) return null
    await auditMatches(tx, context, { act: 'registration.contact', subject: '' }, matches)
    return { status: 'contact', contact: brand.contact }
  }
  const status = brand.registration === 'approval' || decision === 'approval' ? 'pending' : 'active'
  const publicId = await insertMember(tx, context, registration, { ...prepared, status })
  if (publicId === null) return null
  await auditMatches(tx, context, { act: 'registration.match', subject: publicId }, matches)
  return { status: status === 'pending' ? 'pending' : 'success' }
}

/** A row for each match. Personal data stay out of it: the members are named by their ids. */
async function auditMatches(
  tx: Tx,
  context: GuestContext,
  of: { act: string; subject: string },
  matches: readonly MatchedMember[],
): Promise<void> {
  await auditFound(
    tx,
    context,
    matches.map(({ publicId, by, excluded, status }) => ({
      ...of,
      detail: { matched: publicId, by: by.join(' '), excluded, status },
    })),
  )
}

async function readClock(context: GuestContext): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`SELECT now() AS at`.execute(context.deps.db)
  const [row] = rows
  if (row === undefined) throw new Error('the database returned no time')
  return row.at
}

/** What prevents a registration with a valid form: the id, the nickname, or the referral code. */
async function findTaken(
  db: Database | Tx,
  context: GuestContext,
  registration: Registration,
): Promise<RegisterAnswer | null> {
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

/** Inserts the member and returns the public id; null, without writing anything, when a unique value was taken. */
async function insertMember(
  tx: Tx,
  context: GuestContext,
  registration: Registration,
  prepared: Prepared & { status: 'pending' | 'active' },
): Promise<string | null> {
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
      // Bound to the number that the row gets.
      password_hash: '',
      pin_hash: '',
      status: prepared.status,
      referral_code: registration.code,
      reference_code: newReferenceCode(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (member === undefined) return null
  const { secret } = context.deps.config
  await tx
    .updateTable('member')
    .set({
      password_hash: bindHash(secret, { of: 'password', id: member.id }, prepared.passwordHash),
      pin_hash: bindHash(secret, { of: 'pin', id: member.id }, prepared.pinHash),
    })
    .where('id', '=', member.id)
    .execute()
  const encryption = createEncryption(context.deps.config)
  const owner = { id: member.id, publicId }
  const phone = encryption.encryptText({ of: 'phone', ...owner }, registration.phone)
  await tx
    .insertInto('member_person')
    .values({
      member_id: member.id,
      key_id: phone.keyId,
      phone_sealed: phone.encrypted,
      phone_last4: lastDigits(registration.phone),
      bank_name: registration.bankName,
      bank_owner: encryptName(context.deps.config, { of: 'account-owner', ...owner }, registration.bankOwner),
      bank_number_sealed: encryption.encryptText({ of: 'account', ...owner }, registration.bankNumber).encrypted,
      bank_number_last4: lastDigits(registration.bankNumber),
      birth_sealed: encryption.encryptText({ of: 'birth', ...owner }, registration.birth).encrypted,
      marked_key: createPersonHashing(context.deps.config).marked,
    })
    .execute()
  await addPersonMarks(
    tx,
    prepared.marks.map((mark) => ({ ...mark, memberId: member.id })),
  )
  if (prepared.status === 'active') await openWallet(tx, member.id, brand.id)
  await auditMember(tx, context, member.id, 'member.register', publicId, { withCode: registration.code !== null })
  return publicId
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
