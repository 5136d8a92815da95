import { setExclusionEnd } from '#test/exclusions.ts'
import { randomUUID } from 'node:crypto'
import { makePlayer, type FaultApp, type Player } from './fault-app.ts'
import { sleep } from './program.ts'
import { scaledMs } from '#test/machine.ts'
import { anySlot, openAnySlot } from '#test/any-slot.ts'

/** Rules that must hold under any clock of the server. `seen`: whether its responses have the wrong time in `Date`. */
export type WrongClock = { byMs: number; paceMs: number; seen: boolean }

type Claims = { hold: (name: string, isTrue: boolean, shown: unknown) => void }
type Check = (app: FaultApp, claims: Claims, wrong: WrongClock) => Promise<void>

/** Checks every rule, with players of its own; returns the faults as text. */
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
  await Promise.all([sessions, limits, breaks, launches, pace].map((check) => check(app, { hold }, wrong)))
  await maintenance(app, { hold }, wrong)
  return { claims, faults }
}

/** Checks that the server's clock is as wrong as intended; otherwise the other checks would prove nothing. */
async function checkClock(app: FaultApp, { hold }: Claims, { byMs, seen }: WrongClock): Promise<void> {
  if (!seen) return
  let shown = NaN
  // Node writes the same date for up to a second.
  for (let polls = 0; polls < 25 && !(Math.abs(shown - byMs) < 5_000); polls += 1) {
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
  const health = await call(app, alive, 'routes/user-health-check', {})
  hold('a session is valid', health.code === 200, health)
  hold('the server time in the response is right', near(health.body['serverTime'], 0), health.body['serverTime'])
  const others = await Promise.all(
    [idle, nearlyIdle, over].map(async (player) => (await call(app, player, 'routes/user-health-check', {})).code),
  )
  hold(
    'a session ends after 31 idle minutes and at its end, not after 29 idle minutes',
    others.join() === '401,200,401',
    others,
  )
}

const limits: Check = async (app, { hold }, { paceMs }) => {
  const [player] = await playersOf(app, 1)
  const set = (most: string, confirm?: boolean): Promise<CallResult> =>
    call(app, player, 'routes/set-limit', { kind: 'wager', period: 'day', most, ...(confirm ? { confirm } : {}) })
  const first = await set('2000')
  hold('a first limit takes effect', first.body.status === 'success', first)
  const { rows } = await app.pool.query<{ at: Date }>(
    `SELECT (date_trunc('day', clock_timestamp() AT TIME ZONE 'Asia/Seoul') + interval '1 day')
       AT TIME ZONE 'Asia/Seoul' AS at`,
  )
  const rules = (first.body['limits'] as { rules: { kind: string; period: string; resetsAt: string | null }[] }).rules
  const resets = rules.find((one) => one.kind === 'wager' && one.period === 'day')?.resetsAt ?? ''
  hold('its day ends with the day of the brand', Date.parse(resets) === rows[0]?.at.getTime(), resets)
  const spins: string[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    spins.push((await spin(app, player)).body.status)
    await sleep(paceMs + 20)
  }
  hold('two spins fit into the limit and the third is refused', spins.join() === 'success,success,limit', spins)
  const raised = await set('90000')
  hold('a raise is pending', raised.body.status === 'pending', raised.body.status)
  hold('a raise takes effect after a day', near(raised.body['effectiveFrom'], dayMs), raised.body['effectiveFrom'])
  const confirmed = await set('90000', true)
  hold('a raise cannot be confirmed sooner', confirmed.body.status === 'pending', confirmed.body.status)
  await app.ownerPool.query(
    `UPDATE limit_raise SET effective_from = effective_from - interval '24 hours' WHERE member_id = $1`,
    [player.memberId],
  )
  const due = await set('90000', true)
  hold('a raise can be confirmed after a day', due.body.status === 'success', due.body.status)
}

const breaks: Check = async (app, { hold }) => {
  const [taker, excluded, over] = await playersOf(app, 3)
  const taken = await call(app, taker, 'routes/take-a-break', { lasts: '24h' })
  hold('a break lasts a day', taken.body.status === 'success' && near(taken.body['until'], dayMs), taken.body)
  await exclude(app, excluded, '10 minutes')
  await exclude(app, over, '-1 second')
  const statuses = await Promise.all([taker, excluded, over].map(async (player) => (await spin(app, player)).status))
  hold(
    'excluded members cannot spin, and can after the end of the exclusion',
    statuses.join() === 'excluded,excluded,success',
    statuses,
  )
}

const launches: Check = async (app, { hold }) => {
  const [first, second] = await playersOf(app, 2)
  const open = async (player: Player): Promise<string> => {
    return String((await call(app, player, 'routes/open-game', openAnySlot('0'))).body['gameUrl'])
  }
  const lead = async (player: Player, address: string): Promise<string> => {
    const headers = { cookie: `session=${player.token}` }
    const answer = await fetch(`http://127.0.0.1:${app.port}${address}`, { headers, redirect: 'manual' })
    return (answer.headers.get('location') ?? String(answer.status)).replace(/[?]s=.*/, '')
  }
  // Waits because the players' windows were opened a moment ago, and the next one would be too soon.
  await sleep(1_100)
  const fresh = await open(first)
  hold('a launch address opens the game', (await lead(first, fresh)) === `/play/${anySlot.code}`, fresh)
  const expired = await open(second)
  await app.ownerPool.query(
    `UPDATE play_session SET created_at = created_at - interval '61 seconds' WHERE member_id = $1 AND opened_at IS NULL`,
    [second.memberId],
  )
  const led = await lead(second, expired)
  hold('a launch address older than a minute is refused', led === '/play/closed?why=late', led)
}

const pace: Check = async (app, { hold }, { paceMs }) => {
  const [player] = await playersOf(app, 1)
  const spins = [await spin(app, player), await spin(app, player)]
  const refused = spins.find((one) => one.status === 'pace')
  if (refused !== undefined) {
    const wait = Number(refused.body['retryAfterMs'])
    hold('a spin too soon is refused with the remaining time', wait > 0 && wait <= paceMs, wait)
    await sleep(wait + 20)
    spins.push(await spin(app, player))
  }
  // On a busy machine two spins may be further apart than the pace; then none is refused.
  const { rows } = await app.pool.query<{ gap: number }>(
    `SELECT coalesce(min(gap), 0)::float8 AS gap FROM (
       SELECT extract(epoch FROM at - lag(at) OVER (ORDER BY seq)) * 1000 AS gap
         FROM journal WHERE member_id = $1 AND source = 1) gaps`,
    [player.memberId],
  )
  hold('two spins are at least the pace apart', (rows[0]?.gap ?? 0) >= paceMs, {
    rows,
    spins: spins.map((one) => one.status),
  })
  hold(
    'two spins succeed',
    spins.filter((one) => one.status === 'success').length === 2,
    spins.map((one) => one.status),
  )
}

/** Last, because maintenance of the brand refuses the other callers' spins meanwhile. */
const maintenance: Check = async (app, { hold }) => {
  const [player] = await playersOf(app, 1)
  const set = (on: boolean): Promise<number> => office(app, { brand: app.brand.code, on, minutes: on ? 60 : null })
  hold('the office can begin maintenance', (await set(true)) === 200, null)
  const during = await until(async () => (await spin(app, player)).status, 'used')
  hold('no round begins during maintenance', during === 'used', during)
  await office(app, { brand: app.brand.code, on: false, minutes: null })
  const after = await until(async () => (await spin(app, player)).status, 'success')
  hold('a round begins after maintenance', after === 'success', after)
}

const dayMs = 24 * 60 * 60_000

/** Whether a moment is this far from now by the right clock, within the seconds that a busy machine needs. */
function near(moment: unknown, fromNowMs: number): boolean {
  return Math.abs(Date.parse(String(moment)) - Date.now() - fromNowMs) < 15_000
}

type ResponseBody = Record<string, unknown> & { status: string }
type CallResult = { code: number; body: ResponseBody; status: string }

async function call(app: FaultApp, player: Player, path: string, body: object): Promise<CallResult> {
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
  const parsed = (await answer.json()) as ResponseBody
  return { code: answer.status, body: parsed, status: parsed.status }
}

function spin(app: FaultApp, player: Player): Promise<CallResult> {
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

/** Polls until the value is the wanted one: an event takes a moment to reach the process. */
async function until(read: () => Promise<string>, wanted: string): Promise<string> {
  let seen = ''
  for (let polls = 0; polls < 40 && seen !== wanted; polls += 1) {
    seen = await read()
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
  await setExclusionEnd(app.ownerPool, player.memberId, `now() + interval '${from}'`)
}
