import { createEachSignedDb } from '#test/each-signed-db.ts'
import { signEach } from '../scripts/signed-pool.ts'
import { v7 as uuidv7 } from 'uuid'
import type { AccountReply } from '#domain/account-answer.ts'
import { depositAccountText } from '#domain/deposit-account.ts'
import { accountInquiry } from '#domain/help.ts'
import { loadConfig, type AppSecret } from '#server/config.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { createPool, type Database } from '#server/db/pool.ts'
import { depositAccountOf } from '#server/http/brands.ts'
import { newSessionToken } from '#server/auth/session-token.ts'
import {
  makeMember,
  makeOperator,
  type MadeMember,
  type MadeOperator,
  type MemberOptions,
  type OperatorOptions,
  type Site,
} from '#server/seed/builders.ts'

/**
 * Direct access to the database of a running program, for what no visitor can cause: members of every status, replies
 * and notes that arrive at a given moment.
 */
export type DatabaseAccess = {
  db: Database
  /** The program's keys. */
  secret: AppSecret
  /** A new member of the demo brand, active by default. */
  newMember: (options?: MemberOptions) => Promise<MadeMember>
  /** A new operator, who needs a second factor unlike those of the demo world. */
  newOperator: (options?: OperatorOptions) => Promise<MadeOperator>
  /** Signs a member in without the form; returns the value of the cookie. */
  signIn: (member: MadeMember) => Promise<string>
  /** Sends notes to a member, one by default. */
  sendNotes: (member: MadeMember, count?: number) => Promise<void>
  /** Files inquiries of a member; `answered` ones have an unread reply. */
  fileHelps: (member: MadeMember, how: { answered: boolean; count?: number }) => Promise<void>
  /** Answers a request of a member for the deposit account, as the office does; the reply is read. */
  giveAccount: (member: MadeMember) => Promise<void>
  close: () => Promise<void>
}

/** Connects to the PostgreSQL of a program that runs on this data folder, which keeps running. */
export async function openDatabaseAccess(dataDir: string): Promise<DatabaseAccess> {
  const database = await startEmbedded({ dataDir })
  const config = await loadConfig({ DATA_DIR: dataDir })
  const pool = signEach(createPool(database.ownerUrl, { max: 2, name: 'e2e' }), config.secret)
  const db = createEachSignedDb(pool, config.secret)
  const site: Site = { db, config }
  const brand = await db.selectFrom('brand').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  return {
    db,
    secret: config.secret,
    newMember: (options = {}) => makeMember(site, brand, options),
    newOperator: (options = {}) => makeOperator(site, options),
    signIn: async (member) => {
      const endsAt = new Date(Date.now() + 8 * 60 * 60_000)
      const { token, hash } = newSessionToken(config.secret, { of: 'member', holder: member.id, endsAt })
      await db
        .insertInto('member_session')
        .values({ token_hash: hash, member_id: member.id, ends_at: endsAt, user_agent: 'journey' })
        .execute()
      return token
    },
    sendNotes: async (member, count = 1) => {
      const notes = Array.from({ length: count }, (_, index) => ({
        id: uuidv7(),
        brand_id: member.brandId,
        member_id: member.id,
        title: `Note ${index + 1}`,
        contents: `<p>Text of note ${index + 1}.</p>`,
      }))
      await db.insertInto('note').values(notes).execute()
    },
    fileHelps: async (member, { answered, count = 1 }) => {
      const begun = Date.now() - count * 1_000
      const helps = Array.from({ length: count }, (_, index) => ({
        id: uuidv7(),
        brand_id: member.brandId,
        member_id: member.id,
        kind: 'general',
        title: `Inquiry ${index + 1}`,
        contents: 'What I would like to know.',
        filed_at: new Date(begun + index * 1_000),
        last_at: new Date(begun + index * 1_000),
        ...(answered ? { state: 'answered', reply: 'This is the reply.', replied_at: new Date() } : {}),
      }))
      await db.insertInto('help_item').values(helps).execute()
    },
    giveAccount: (member) => giveAccount(db, member),
    close: () => pool.end(),
  }
}

async function giveAccount(db: Database, member: MadeMember): Promise<void> {
  const brand = await db.selectFrom('brand').selectAll().where('id', '=', member.brandId).executeTakeFirstOrThrow()
  const { reference_code: referenceCode } = await db
    .selectFrom('member')
    .select('reference_code')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  const account = depositAccountOf(brand)
  const reply: AccountReply = {
    depositAccount: depositAccountText(account, 'ko'),
    ...('text' in account ? {} : { bankAccount: account }),
    referenceCode,
    mode: 'play',
  }
  const at = new Date()
  await db
    .insertInto('help_item')
    .values({
      id: uuidv7(),
      brand_id: member.brandId,
      member_id: member.id,
      kind: 'account',
      ...accountInquiry,
      state: 'answered',
      reply: '',
      account_reply: JSON.stringify(reply),
      filed_at: at,
      last_at: at,
      replied_at: at,
      read_at: at,
    })
    .execute()
}
