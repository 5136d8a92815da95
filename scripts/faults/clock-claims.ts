import { randomUUID } from 'node:crypto'
import { gameByCode } from '#domain/games/catalogue.ts'
import { makePlayer, type FaultApp, type Player } from './fault-app.ts'
import { sleep } from './program.ts'
import { scaledMs } from '#testing/machine.ts'

/** What must hold however wrong the server's clock is. `seen`: whether its answers show the wrong clock in their `Date`. */
export type WrongClock = { byMs: number; paceMs: number; seen: boolean }

type Claims = { hold: (name: string, isTrue: boolean, shown: unknown) => void }
type Check = (app: FaultApp, claims: Claims, wrong: WrongClock) => Promise<void>

/** Judges every claim with players of its own; the faults are in words. */
export async function checkUnderWrongClock(
  app: FaultApp,
  wrong: WrongClock,
): Promise<{ claims: number; faults: string[] }> {
  const faults: string[] = []
  let claims = 0
  const hold: Claims['hold'] = (name, isTrue, shown) => {
    claims += 1
    if (!isTrue) faults.push(`${name}: ${JSON.stringify(shown)}`)
  }
  await checkClock(app, { hold }, wrong)
  await Promise.all([sessions, limits, breaks, launches, pace].map((look) => look(app, { hold }, wrong)))
  await maintenance(app, { hold }, wrong)
  return { claims, faults }
}

/** The clock is as wrong as it was made, or nothing here says anything. */
async function checkClock(app: FaultApp, { hold }: Claims, { byMs, seen }: WrongClock): Promise<void> {
  if (!seen) return
  let shown = NaN
  // Node writes the same date for up to a second.
  for (let looks = 0; looks < 25 && !(Math.abs(shown - byMs) < 5_000); looks += 1) {
    const { headers } = await fetch(`http://127.0.0.1:${app.port}/healthz`)
    shown = Date.parse(headers.get('date') ?? '') - Date.now()
    await sleep(200)
  }
  hold('the server’s own clock is wrong', Math.abs(shown - byMs) < 5_000, { shown, byMs })
}

const sessions: Check = async (app, { hold }) => {
  const [alive, idle, nearlyIdle, over] = await playersOf(app, 4)
  await age(app, idle, `last_act_at = now() - interval '31 minutes'`)
  await age(app, nearlyIdle, `last_act_at = now() - interval '29 minutes'`)
  await age(app, over, `ends_at = now() - interval '1 second'`)
  const said = await call(app, alive, 'routes/user-health-check', {})
  hold('a session lives', said.code === 200, said)
  hold('the time told is right', near(said.told['serverTime'], 0), said.told['serverTime'])
  const others = await Promise.all(
    [idle, nearlyIdle, over].map(async (player) => (await call(app, player, 'routes/user-health-check', {})).code),
  )
  hold(
    'one idle for 31 minutes has ended, for 29 not, and one past its end has',
    others.join() === '401,200,401',
    others,
  )
}

const limits: Check = async (app, { hold }, { paceMs }) => {
  const [player] = await playersOf(app, 1)
  const set = (most: string, confirm?: boolean): Promise<Said> =>
    call(app, player, 'routes/set-limit', { kind: 'wager', period: 'day', most, ...(confirm ? { confirm } : {}) })
  const first = await set('2000')
  hold('a first limit holds', first.told.status === 'success', first)
  const { rows } = await app.pool.query<{ at: Date }>(
    `SELECT (date_trunc('day', clock_timestamp() AT TIME ZONE 'Asia/Seoul') + interval '1 day')
       AT TIME ZONE 'Asia/Seoul' AS at`,
  )
  const rules = (first.told['limits'] as { rules: { kind: string; period: string; resetsAt: string | null }[] }).rules
  const resets = rules.find((one) => one.kind === 'wager' && one.period === 'day')?.resetsAt ?? ''
  hold('its day ends when the day of the brand does', Date.parse(resets) === rows[0]?.at.getTime(), resets)
  const spins: string[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    spins.push((await spin(app, player)).told.status)
    await sleep(paceMs + 20)
  }
  hold('two spins fit and the third does not', spins.join() === 'success,success,limit', spins)
  const raised = await set('90000')
  hold('a raise waits', raised.told.status === 'pending', raised.told.status)
  hold('for a day', near(raised.told['effectiveFrom'], dayMs), raised.told['effectiveFrom'])
  const confirmed = await set('90000', true)
  hold('and is not to be had sooner', confirmed.told.status === 'pending', confirmed.told.status)
  await app.ownerPool.query(
    `UPDATE limit_raise SET effective_from = effective_from - interval '24 hours' WHERE member_id = $1`,
    [player.memberId],
  )
  const due = await set('90000', true)
  hold('a day later it is', due.told.status === 'success', due.told.status)
}

const breaks: Check = async (app, { hold }) => {
  const [taker, still, over] = await playersOf(app, 3)
  const taken = await call(app, taker, 'routes/take-a-break', { lasts: '24h' })
  hold('a break lasts a day', taken.told.status === 'success' && near(taken.told['until'], dayMs), taken.told)
  await exclude(app, still, '10 minutes')
  await exclude(app, over, '-1 second')
  const said = await Promise.all([taker, still, over].map(async (player) => (await spin(app, player)).said))
  hold('whoever is away plays nothing, whoever was plays', said.join() === 'excluded,excluded,success', said)
}

const launches: Check = async (app, { hold }) => {
  const [first, second] = await playersOf(app, 2)
  const open = async (player: Player): Promise<string> => {
    const company = gameByCode('golden-tiger')?.company
    const body = { code: 'golden-tiger', company, timeStemp: '0' }
    return String((await call(app, player, 'routes/open-game', body)).told['gameUrl'])
  }
  const lead = async (player: Player, address: string): Promise<string> => {
    const headers = { cookie: `session=${player.token}` }
    const answer = await fetch(`http://127.0.0.1:${app.port}${address}`, { headers, redirect: 'manual' })
    return (answer.headers.get('location') ?? String(answer.status)).replace(/[?]s=.*/, '')
  }
  // The windows they have already were opened a moment ago: the next one is too soon.
  await sleep(1_100)
  const fresh = await open(first)
  hold('a launch address leads into the game', (await lead(first, fresh)) === '/play/golden-tiger', fresh)
  const late = await open(second)
  await app.ownerPool.query(
    `UPDATE play_session SET created_at = created_at - interval '61 seconds' WHERE member_id = $1 AND opened_at IS NULL`,
    [second.memberId],
  )
  const led = await lead(second, late)
  hold('and one of a minute ago nowhere', led === '/play/closed?why=late', led)
}

const pace: Check = async (app, { hold }, { paceMs }) => {
  const [player] = await playersOf(app, 1)
  const said = [await spin(app, player), await spin(app, player)]
  const refused = said.find((one) => one.said === 'pace')
  if (refused !== undefined) {
    const wait = Number(refused.told['retryAfterMs'])
    hold('who asks too soon is told what is left to wait', wait > 0 && wait <= paceMs, wait)
    await sleep(wait + 20)
    said.push(await spin(app, player))
  }
  // A busy machine may take longer than the pace between two spins; then there is nothing to refuse.
  const { rows } = await app.pool.query<{ gap: number }>(
    `SELECT coalesce(min(gap), 0)::float8 AS gap FROM (
       SELECT extract(epoch FROM at - lag(at) OVER (ORDER BY seq)) * 1000 AS gap
         FROM journal WHERE member_id = $1 AND source = 1) gaps`,
    [player.memberId],
  )
  hold('two spins keep their distance', (rows[0]?.gap ?? 0) >= paceMs, { rows, said: said.map((one) => one.said) })
  hold(
    'and there are two',
    said.filter((one) => one.said === 'success').length === 2,
    said.map((one) => one.said),
  )
}

/** Of the whole brand, so it comes last; its callers are refused meanwhile. */
const maintenance: Check = async (app, { hold }) => {
  const [player] = await playersOf(app, 1)
  const set = (on: boolean): Promise<number> => office(app, { brand: app.brand.code, on, minutes: on ? 60 : null })
  hold('the office may begin maintenance', (await set(true)) === 200, null)
  const during = await until(async () => (await spin(app, player)).said, 'used')
  hold('no round begins for an hour', during === 'used', during)
  await office(app, { brand: app.brand.code, on: false, minutes: null })
  const after = await until(async () => (await spin(app, player)).said, 'success')
  hold('and one does when it has ended', after === 'success', after)
}

const dayMs = 24 * 60 * 60_000

/** Whether a moment is so far from now, by a clock that is right, to the few seconds a busy machine takes. */
function near(moment: unknown, fromNowMs: number): boolean {
  return Math.abs(Date.parse(String(moment)) - Date.now() - fromNowMs) < 15_000
}

type Told = Record<string, unknown> & { status: string }
type Said = { code: number; told: Told; said: string }

async function call(app: FaultApp, player: Player, path: string, body: object): Promise<Said> {
  const answer = await fetch(`http://127.0.0.1:${app.port}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${player.token}`,
      'x-play-session': player.playSessionId,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(scaledMs(20_000)),
  })
  const told = (await answer.json()) as Told
  return { code: answer.status, told, said: told.status }
}

function spin(app: FaultApp, player: Player): Promise<Said> {
  return call(app, player, 'play/spin', { requestId: randomUUID(), stake: '1000' })
}

async function office(app: FaultApp, body: object): Promise<number> {
  const origin = `http://127.0.0.1:${app.officePort}`
  const answer = await fetch(`${origin}/api/office/set-maintenance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie: `office=${app.operators[0]?.token}` },
    body: JSON.stringify(body),
  })
  return answer.status
}

/** What is told the process through an event takes a moment to be known. */
async function until(look: () => Promise<string>, wanted: string): Promise<string> {
  let seen = ''
  for (let looks = 0; looks < 40 && seen !== wanted; looks += 1) {
    seen = await look()
    await sleep(200)
  }
  return seen
}

type Four = [Player, Player, Player, Player]

async function playersOf(app: FaultApp, count: number): Promise<Four> {
  const players: Player[] = []
  for (let index = 0; index < count; index += 1) players.push(await makePlayer(app.site, app.brand))
  return players as Four
}

async function age(app: FaultApp, player: Player, change: string): Promise<void> {
  await app.ownerPool.query(`UPDATE member_session SET ${change} WHERE member_id = $1`, [player.memberId])
}

async function exclude(app: FaultApp, player: Player, from: string): Promise<void> {
  await app.ownerPool.query(`UPDATE member SET excluded_until = now() + $2::interval WHERE id = $1`, [
    player.memberId,
    from,
  ])
  await app.ownerPool.query(`UPDATE wallet SET limited = true WHERE member_id = $1`, [player.memberId])
}
