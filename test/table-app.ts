import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { usualPace, type TablePace } from '#domain/games/table/dealing.ts'
import { wholeUnits } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import { createDealer, type Dealer } from '#server/modules/table/dealer.ts'
import { makeMember, makePlaySession, makeSession, type MadeMember, type MemberOptions } from '#server/seed/builders.ts'
import { moveClose } from '#test/moved-close.ts'
import { createTestApp, type TestApp, type TestAppOptions, type TestResponse } from '#test/test-app.ts'

/** An app with a table, of baccarat unless another game is named, which tests deal step by step: every phase but the betting is over at once. */
export type TableApp = TestApp & {
  tableId: number
  /** Times of the dealers, which tests change. */
  pace: Partial<TablePace>
  dealer: Dealer
  /** A dealer of its own, like that of another process. */
  addDealer: (leaseMs?: number) => Dealer
  /** Looks until a round has this state, and returns it. */
  dealUntil: (state: string, dealer?: Dealer) => Promise<DealtRound>
  /** Lets the betting time of the open round be over; with `agoMs` so long ago that after a few seconds the round counts as overdue. */
  endBetting: (agoMs?: number) => Promise<void>
  /** A round from the open state to its end. */
  playOut: () => Promise<DealtRound>
  sit: (units?: number, options?: MemberOptions) => Promise<Player>
  round: () => Promise<DealtRound>
  /** Runs SQL as a superuser to whom triggers do not apply. */
  asSuper: (sql: string, values?: unknown[]) => Promise<pg.QueryResult>
}

export type DealtRound = {
  id: string
  number: number
  state: string
  outcome: unknown
  place: number
  void_reason: string | null
}

/** A member with a window at the table. */
export type Player = {
  member: MadeMember
  token: string
  sessionId: bigint
  window: string
  call: (name: string, body?: object) => Promise<TestResponse>
  /** Stakes whole units on spots of the round in progress. */
  bet: (spots: Record<string, number>, more?: { requestId?: string; roundId?: string }) => Promise<TestResponse>
  wallet: () => Promise<{ cash: bigint; in_play: bigint; comp: bigint; turnover_due: bigint }>
}

const longMs = 600_000

export const startUnits = 10_000_000

export async function createTableApp(options: Partial<TestAppOptions> = {}, gameCode = 'baccarat'): Promise<TableApp> {
  const app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' }, ...options })
  const table = await app.ownerPool.query<{ id: number }>(
    'SELECT id FROM game_table WHERE brand_id = $1 AND game_code = $2',
    [app.brand.id, gameCode],
  )
  const tableId = table.rows[0]?.id ?? 0
  const quick = { hashesMs: 0, saltsMs: 0, betMs: longMs, closeMs: 0, dealMs: 0, pauseMs: 0 }
  // A dealer that comes late on a busy machine deals nevertheless, unless a test wants it to be too late.
  const pace: Partial<TablePace> = { ...quick, overdueMs: longMs }
  const addDealer = (leaseMs?: number): Dealer =>
    createDealer(app.deps, { pace, ...(leaseMs === undefined ? {} : { leaseMs }) })
  const dealer = addDealer()

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
  const round = async (): Promise<DealtRound> => {
    const { rows } = await app.ownerPool.query<DealtRound>(
      `SELECT id, number, state, outcome, place, void_reason FROM table_round WHERE table_id = $1 ORDER BY number DESC LIMIT 1`,
      [tableId],
    )
    return rows[0] ?? { id: '', number: 0, state: 'none', outcome: null, place: 0, void_reason: null }
  }
  const dealUntil = async (state: string, by = dealer): Promise<DealtRound> => {
    await app.pool.query('SELECT table_watch($1::smallint)', [tableId])
    // The dealer stops there.
    pace.closeMs = state === 'closed' ? longMs : 0
    pace.dealMs = state === 'dealt' ? longMs : 0
    pace.pauseMs = state === 'settled' || state === 'void' ? longMs : 0
    for (let looks = 0; looks < 200; looks += 1) {
      const now = await round()
      if (now.state === state) return now
      await by.look()
    }
    throw new Error(`no round became ${state}; the newest is ${JSON.stringify(await round())}`)
  }
  const endBetting = async (agoMs = 0): Promise<void> => {
    pace.overdueMs = agoMs > 0 ? usualPace.overdueMs : longMs
    const ago = `${Math.trunc(agoMs)} * interval '1 millisecond'`
    await moveClose(app, `opened_at = opened_at - ${ago}, closes_at = clock_timestamp() - ${ago}`)
  }
  return {
    ...app,
    tableId,
    pace,
    dealer,
    addDealer,
    dealUntil,
    endBetting,
    playOut: async () => {
      await dealUntil('open')
      await endBetting()
      return dealUntil('settled')
    },
    round,
    asSuper,
    sit: (units = startUnits, options = {}) => sit(app, { round, gameCode }, { cash: wholeUnits(units), ...options }),
  }
}

async function sit(
  app: TestApp,
  { round, gameCode }: { round: () => Promise<DealtRound>; gameCode: string },
  options: MemberOptions,
): Promise<Player> {
  const member = await makeMember(app.deps, app.brand, options)
  const { id: sessionId, token } = await makeSession(app.deps, member)
  const { id: window } = await makePlaySession(app.deps, member, { id: sessionId }, { gameCode })
  // Of a network of its own: many calls at once of one network wait for each other.
  const remoteAddress = `10.${Number(member.id & 255n)}.${Number((member.id >> 8n) & 255n)}.1`
  const call = (name: string, body: object = {}): Promise<TestResponse> =>
    app.play(name, { token, window, body, remoteAddress })
  return {
    member,
    token,
    sessionId,
    window,
    call,
    bet: async (spots, more = {}) =>
      call('place-bet', {
        requestId: more.requestId ?? randomUUID(),
        roundId: more.roundId ?? (await round()).id,
        spots: Object.entries(spots).map(([spot, stake]) => ({ spot, stake: String(stake) })),
      }),
    wallet: async () => {
      const { rows } = await app.ownerPool.query(
        'SELECT cash, in_play, comp, turnover_due FROM wallet WHERE member_id = $1',
        [String(member.id)],
      )
      return rows[0]
    },
  }
}
