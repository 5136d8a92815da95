import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedProgram } from './program.ts'
import type { Received, Recorder, Sent } from './recorder.ts'
import { catalogue } from '#domain/games/catalogue.ts'

/** The kinds of caller, and how each signs in and calls. */

export type CallOptions = Partial<Pick<Sent, 'quiet' | 'headers' | 'raw'>> & { play?: string }

export type Caller = {
  name: string
  /** Calls `routes/<name>`, `play/<name>` or `office/<name>`. */
  call: (name: string, body?: unknown, options?: CallOptions) => Promise<Received>
  get: (path: string) => Promise<Received>
  /** The credentials. */
  id: string
  pw: string
  pin: string
}

export type MemberName = 'guest' | 'member' | 'second' | 'restricted' | 'excluded' | 'pending'
export const memberNames: readonly MemberName[] = ['guest', 'member', 'second', 'restricted', 'excluded', 'pending']
export const roles = ['manager', 'cashier', 'support', 'editor', 'auditor'] as const
export type Role = (typeof roles)[number]

export type World = {
  recorder: Recorder
  program: RecordedProgram
  member: Record<MemberName, Caller>
  office: Record<Role, Caller>
  /** An id of a request, the same in every recording. */
  requestId: () => string
  /** Ids that later parts of the walk use, by name. */
  ids: Record<string, string>
}

/** An id that does not exist. */
export const unknownId = '01a00000-0000-7000-8000-000000000000'

/** The program reads a change of a brand within 5 s. */
const brandsMs = 15_000

/** Waits until calls are answered by the maintenance that was set. */
export async function untilMaintenance(world: World, on: boolean): Promise<void> {
  const end = performance.now() + brandsMs
  while (performance.now() < end) {
    const answer = await world.member.guest.call('routes/get-maintenance', {}, { quiet: true })
    const { maintenance = null } = answer.json as { maintenance?: unknown }
    if ((maintenance !== null) === on) return
    await sleep(100)
  }
  throw new Error(`The maintenance was not ${on ? 'started' : 'ended'} in time.`)
}

/**
 * The text at a path of an answer such as `request.id`; an unknown id where it is missing, so that the walk goes on.
 */
export function textAt(received: Received, path: string): string {
  let value = received.json
  for (const name of path.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  }
  return typeof value === 'string' ? value : unknownId
}

export function createWorld(recorder: Recorder, program: RecordedProgram): World {
  const guest = memberCaller(recorder, { name: 'guest', id: 'nobody', pw: 'nobody-here-1' }, null)
  let drawn = 0
  return {
    recorder,
    program,
    member: { guest, member: guest, second: guest, restricted: guest, excluded: guest, pending: guest },
    office: Object.fromEntries(roles.map((role) => [role, officeCaller(recorder, role, null)])) as World['office'],
    requestId: () => {
      drawn += 1
      return `0e000000-0000-4000-8000-${String(drawn).padStart(12, '0')}`
    },
    ids: {},
  }
}

type Person = { name: string; id: string; pw: string; pin?: string }

/** A member by the token (`Bearer`) or cookie of their session; a guest without either. */
export function memberCaller(
  recorder: Recorder,
  person: Person,
  session: { token: string } | { cookie: string } | null,
): Caller {
  const origin = { origin: `http://localhost:${recorder.ports.site}` }
  const own: Record<string, string> =
    session === null
      ? {}
      : 'token' in session
        ? { authorization: `Bearer ${session.token}` }
        : { ...origin, cookie: session.cookie }
  return {
    ...person,
    pin: person.pin ?? '1234',
    call: (name, body = {}, { play, headers, ...options } = {}) =>
      recorder.send({
        caller: person.name,
        listener: 'site',
        path: `/api/${name}`,
        ...(options.raw === undefined && { body }),
        headers: { ...own, ...(play !== undefined && { 'x-play-session': play }), ...headers },
        ...options,
      }),
    get: (path) => recorder.send({ caller: person.name, listener: 'site', method: 'GET', path, headers: own }),
  }
}

export function officeCaller(recorder: Recorder, name: string, cookie: string | null): Caller {
  const own: Record<string, string> = {
    origin: `http://localhost:${recorder.ports.office}`,
    ...(cookie !== null && { cookie }),
  }
  return {
    name,
    id: name,
    pw: `${name}-office-1`,
    pin: '',
    call: (call, body = {}, { headers, play: _play, ...options } = {}) =>
      recorder.send({
        caller: name,
        listener: 'office',
        path: `/api/${call}`,
        ...(options.raw === undefined && { body }),
        headers: { ...own, ...headers },
        ...options,
      }),
    get: (path) => recorder.send({ caller: name, listener: 'office', method: 'GET', path, headers: own }),
  }
}

/** Signs a member in: with a token, or with a cookie as a browser has it. */
export async function enterMember(world: World, person: Person, how: 'token' | 'cookie' = 'token'): Promise<Caller> {
  const { recorder } = world
  const stranger = memberCaller(recorder, person, null)
  const origin = { origin: `http://localhost:${recorder.ports.site}` }
  const entered = await stranger.call(
    'routes/user-do-login',
    { id: person.id, pw: person.pw, ...(how === 'token' && { token: true }) },
    how === 'token' ? {} : { headers: origin },
  )
  return memberCaller(
    recorder,
    person,
    how === 'token' ? { token: textAt(entered, 'token') } : { cookie: cookiesOf(entered) },
  )
}

/** The cookies that an answer set, as a browser sends them back. */
export function cookiesOf(received: Received): string {
  return received.cookies.map((one) => one.split(';', 1)[0]).join('; ')
}

export async function enterOffice(world: World, role: Role): Promise<Caller> {
  const entered = await officeCaller(world.recorder, role, null).call('office/sign-in', {
    login: role,
    pw: `${role}-office-1`,
  })
  // Without a session every later answer of the office would be recorded as a refusal.
  if (textAt(entered, 'status') !== 'success') throw new Error(`${role} was not signed in: ${entered.text}`)
  return officeCaller(world.recorder, role, cookiesOf(entered))
}

const password = 'moonlit-hall-7'

/** The form of a new member. */
export function registrationOf(id: string, nick: string): Record<string, unknown> {
  // An account, a telephone and a birth date of their own: members of the recordings are excluded and blocked. The last
  // digits, which are shown, are always the same.
  const digits = String([...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 900, 0) + 100)
  return {
    id,
    pw: password,
    nick,
    phone: `010-1${digits}-5678`,
    bankname: '신한은행',
    banknum: `110-${digits}-456789`,
    bankOwner: '김연습',
    exchange_pw: '2580',
    birth: `19${digits.slice(0, 2)}-0${(Number(digits) % 9) + 1}-01`,
    agree: { terms: true, privacy: true, adult: true },
  }
}

/** Registers a member and has the registration approved; the new member is not signed in. */
export async function registerMember(world: World, id: string, nick: string): Promise<void> {
  await world.member.guest.call('routes/user-register', registrationOf(id, nick))
  const listed = await world.office.support.call('office/get-registrations', {})
  const { registrations = [] } = listed.json as { registrations?: { id: string; userId: string }[] }
  const found = registrations.find((one) => one.userId === id)
  await world.office.support.call('office/approve-registration', { id: found?.id ?? unknownId })
}

/** A registered member who has signed in and, where an amount is named, whose deposit was approved. */
export async function newMember(
  world: World,
  person: { name: string; id: string; nick: string; cash?: string },
): Promise<Caller> {
  await registerMember(world, person.id, person.nick)
  const caller = await enterMember(world, { name: person.name, id: person.id, pw: password, pin: '2580' })
  if (person.cash !== undefined) await payIn(world, caller, person.cash)
  return caller
}

/** A deposit that is filed, claimed and approved. */
export async function payIn(world: World, caller: Caller, balance: string): Promise<void> {
  const filed = await caller.call('routes/apply-user-deposit', {
    requestId: world.requestId(),
    balance,
    depositor: '김연습',
  })
  const id = textAt(filed, 'request.id')
  await world.office.cashier.call('office/claim-request', { id })
  await world.office.cashier.call('office/approve-deposit', { id, requestId: world.requestId(), credited: balance })
}

const [{ game, company }] = catalogue

/** The body of `open-game` for the first game of the catalogue. */
export const openFirstGame = { code: game.code, company, timeStemp: 0 }

/** Opens a game window; answers the id of its play session. */
export async function openWindow(caller: Caller): Promise<string> {
  const opened = await caller.call('routes/open-game', openFirstGame)
  return windowOf(await caller.get(textAt(opened, 'gameUrl')))
}

/** The window that an answer leads to. */
export function windowOf(opened: Received): string {
  return /[?&]s=([0-9a-f-]{36})/.exec(opened.headers.location ?? '')?.[1] ?? unknownId
}
