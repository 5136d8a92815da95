import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import type { WireSeatRound } from '#contract/seat-round.ts'
import type { BlackjackAction } from '#domain/games/blackjack/events.ts'
import { bookCheckNames, type BookCheckName } from '#domain/book-check.ts'
import { valueOf } from '#domain/games/blackjack/cards.ts'
import { blackjack } from '#domain/games/blackjack/game.ts'
import { beginRound } from '#domain/games/blackjack/round.ts'
import type { BlackjackState } from '#domain/games/blackjack/state.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { wholeUnits } from '#domain/money.ts'
import { createEncryption, nobody } from '#server/auth/encryption.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { sql } from 'kysely'
import { appHandlers } from '#server/handlers.ts'
import { drawServerSeed } from '#server/modules/slot/new-seed.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import {
  beginFirstPair,
  makeMember,
  makePlaySession,
  makeSession,
  type MadeMember,
  type MemberOptions,
} from '#server/seed/builders.ts'
import { publishGames } from '#server/seed/lobby.ts'
import { ageSettings } from '#test/age-settings.ts'
import { createTestApp, type TestApp, type TestAppOptions, type TestResponse } from '#test/test-app.ts'

/** An app in which rounds with decisions are open, whatever the release opens. */
export type SeatApp = TestApp & {
  /** A member with a window, whose first round has the cards that `wanted` asks for. */
  sit: (wanted?: (state: BlackjackState) => boolean, options?: MemberOptions) => Promise<SeatPlayer>
  /** A new session and window of a member who has sat before. */
  sitAgain: (member: MadeMember) => Promise<SeatPlayer>
  /** Runs SQL as a superuser to whom triggers do not apply. */
  asSuper: (sql: string, values?: unknown[]) => Promise<pg.QueryResult>
  /** Lets the time for the next decision of every open round be over, since some minutes. */
  endTime: (minutes?: number) => Promise<void>
}

export type SeatPlayer = {
  member: MadeMember
  token: string
  sessionId: bigint
  window: string
  call: (name: string, body?: object) => Promise<TestResponse>
  /** Begins a round with whole units; the round of the answer. */
  begin: (units?: number, requestId?: string) => Promise<Answer>
  decide: (
    round: WireSeatRound,
    action: BlackjackAction,
    more?: { requestId?: string; number?: number },
  ) => Promise<Answer>
  wallet: () => Promise<{ cash: bigint; in_play: bigint; comp: bigint; turnover_due: bigint; nonce: bigint }>
}

export type Answer = { status: string; round: WireSeatRound; balance: string } & Record<string, unknown>

export const startUnits = 1_000_000

/** Rounds that wait for a decision about a hand, and those of two cards of the same value that are no aces. */
export const isOpenHand = (state: BlackjackState): boolean => !state.isOver && state.insurance === 'none'
export const isOpenPair = (state: BlackjackState): boolean => {
  const [one = 0, other = 0] = state.hands[0]?.cards ?? []
  return isOpenHand(state) && valueOf(one) === valueOf(other) && valueOf(one) !== 1
}

export async function createSeatApp(options: Partial<TestAppOptions> = {}): Promise<SeatApp> {
  const app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' }, ...options })
  if (options.beside === undefined) {
    await publishGames(app.ownerDb, [blackjack.code])
    await ageSettingsOf(app)
  }
  const asSuper = async (sql: string, values: unknown[] = []): Promise<pg.QueryResult> => {
    const client = new pg.Client({ connectionString: app.superUrl })
    await client.connect()
    try {
      await client.query('SET session_replication_role = replica')
      return await client.query(sql, values)
    } finally {
      await client.end()
    }
  }
  return {
    ...app,
    asSuper,
    endTime: async (minutes = 0) => {
      // As if all of the round had been earlier: what was taken and the time for the next decision agree.
      const by = `decide_by - clock_timestamp() + ${minutes} * interval '1 minute'`
      await asSuper(`WITH late AS (SELECT id, member_id, ${by} AS by FROM seat_round WHERE state = 'open' AND ${by} > interval '0'),
          events AS (UPDATE journal j SET at = j.at - l.by FROM late l WHERE j.ref = l.id AND j.member_id = l.member_id),
          decisions AS (UPDATE seat_decision d SET at = d.at - l.by FROM late l WHERE d.round_id = l.id),
          wallets AS (UPDATE wallet w SET last_spin_at = w.last_spin_at - l.by FROM late l WHERE w.member_id = l.member_id)
        UPDATE seat_round q SET at = q.at - l.by, decide_by = q.decide_by - l.by FROM late l WHERE q.id = l.id`)
    },
    sitAgain: (member) => sitDown(app, member),
    sit: async (wanted = () => true, memberOptions = {}) => {
      const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(startUnits), ...memberOptions })
      return sitWith(app, member, wanted)
    },
  }
}

/** Whether the cards of round 0 are those that a test needs; `next` deals round 1. */
type WantedCards = (state: BlackjackState, next: () => BlackjackState) => boolean

/** Gives a member without a seed pair a window, in which round 0 has the cards that are wanted. */
export async function sitWith(app: TestApp, member: MadeMember, wanted: WantedCards): Promise<SeatPlayer> {
  await beginPair(app, member, wanted)
  return sitDown(app, member)
}

/** Begins the member's first pair with a client seed by which round 0 has the cards that are wanted. */
async function beginPair(app: TestApp, member: MadeMember, wanted: WantedCards): Promise<void> {
  const serverSeed = await commitSeed(app, member)
  const wants = (clientSeed: string): boolean => {
    const dealt = (nonce: number): BlackjackState =>
      beginRound(blackjack, seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: blackjack.code, nonce }))
    return wanted(dealt(0), () => dealt(1))
  }
  let clientSeed = ''
  do clientSeed = randomBytes(8).toString('hex')
  while (!wants(clientSeed))
  await beginFirstPair(app.deps, member, clientSeed)
}

/** Commits to the member's first server seed, as opening a window does, and returns it. */
async function commitSeed({ deps }: TestApp, member: MadeMember): Promise<Buffer> {
  const { encrypted, keyId, hash } = drawServerSeed(deps)
  await deps.db
    .transaction()
    .execute((tx) => sql`SELECT seed_commit(${member.id}, ${encrypted}, ${keyId}, ${hash})`.execute(tx))
  return createEncryption(deps.config).decrypt(nobody, keyId, encrypted)
}

async function sitDown(app: TestApp, member: MadeMember): Promise<SeatPlayer> {
  const { id: sessionId, token } = await makeSession(app.deps, member)
  const { id: window } = await makePlaySession(
    app.deps,
    member,
    { id: sessionId },
    { gameCode: blackjack.code, seedPair: false },
  )
  const call = (name: string, body: object = {}): Promise<TestResponse> => app.play(name, { token, window, body })
  return {
    member,
    token,
    sessionId,
    window,
    call,
    begin: async (units = 10_000, requestId = randomUUID()) =>
      (await call('begin-seat-round', { requestId, stake: String(units) })).body as Answer,
    decide: async ({ roundId, decision }, action, { requestId = randomUUID(), number = decision?.number ?? 1 } = {}) =>
      (await call('decide-seat-round', { requestId, roundId, number, action })).body as Answer,
    wallet: async () => {
      const { rows } = await app.ownerPool.query(
        'SELECT cash, in_play, comp, turnover_due, nonce FROM wallet WHERE member_id = $1',
        [String(member.id)],
      )
      return rows[0]
    },
  }
}

/** Rates and settings are in force since an hour ago, so that a round may be some minutes old. */
async function ageSettingsOf({ superUrl }: TestApp): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  await ageSettings(client)
  await client.end()
}

/** The faults of the books, with the checks that need the keys; of some checks alone where they are named. */
export async function faultsOfBooks(
  app: TestApp,
  only?: readonly BookCheckName[],
  expectsChain = false,
): Promise<string[]> {
  await app.ownerPool.query('SELECT audit_seal(100000)')
  const without = only === undefined ? [] : bookCheckNames.filter((name) => !only.includes(name))
  const { faults } = await checkKnownBooks(app.ownerPool, { secret: app.deps.config.secret, without, expectsChain })
  return faults.map(({ check, subject, detail }) => `${check}: ${subject}: ${detail}`)
}
