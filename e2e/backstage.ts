import { v7 as uuidv7 } from 'uuid'
import { loadConfig } from '#server/config.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { createDb, createPool, type Database } from '#server/db/pool.ts'
import { newToken } from '#server/auth/session.ts'
import { makeMember, type MadeMember, type MemberOptions, type Site } from '#server/seed/builders.ts'

/**
 * The way behind the doors of a running program, for what no visitor can bring about: members of every standing, replies
 * and notes that arrive just now, The program itself answers as it always does.
 */
export type Backstage = {
  db: Database
  /** A member of the demo brand, active unless told otherwise. */
  newMember: (options?: MemberOptions) => Promise<MadeMember>
  /** Signs a member in without the form; answers the cookie's value. */
  signIn: (member: MadeMember) => Promise<string>
  /** A note for a member, or so many. */
  sendNotes: (member: MadeMember, count?: number) => Promise<void>
  /** Inquiries of a member; `answered` ones hold a reply that was not read. */
  fileHelps: (member: MadeMember, how: { answered: boolean; count?: number }) => Promise<void>
  close: () => Promise<void>
}

/** Opens it beside a program that runs on this data folder; its PostgreSQL is adopted and left running. */
export async function openBackstage(dataDir: string): Promise<Backstage> {
  const database = await startEmbedded({ dataDir })
  const config = await loadConfig({ DATA_DIR: dataDir })
  const pool = createPool(database.appUrl, { max: 2, name: 'e2e' })
  const db = createDb(pool)
  const site: Site = { db, config }
  const brand = await db.selectFrom('brand').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  return {
    db,
    newMember: (options = {}) => makeMember(site, brand, options),
    signIn: async (member) => {
      const { token, hash } = newToken()
      await db
        .insertInto('member_session')
        .values({ token_hash: hash, member_id: member.id, user_agent: 'journey' })
        .execute()
      return token
    },
    sendNotes: async (member, count = 1) => {
      const notes = Array.from({ length: count }, (_, index) => ({
        id: uuidv7(),
        brand_id: member.brandId,
        member_id: member.id,
        title: `Note ${index + 1}`,
        contents: `<p>Words of note ${index + 1}.</p>`,
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
    close: () => pool.end(),
  }
}
