import { appHandlers } from '#server/handlers.ts'
import {
  makeBrand,
  makeMember,
  makeOperator,
  type MadeBrand,
  type MadeMember,
  type MemberOptions,
} from '#server/seed/builders.ts'
import { createTestApp, makeOperatorSession, type TestApp, type TestResponse } from './test-app.ts'
import { untilWaiting } from './until.ts'

export type PersonValues = Required<Pick<MemberOptions, 'phone' | 'bankNumber' | 'bankOwner' | 'birth'>>
export type Listed = { id: string; approval: string; matches: Record<string, unknown>[] }

/** A test app with two brands, at which persons register who are known already. */
export type PersonApp = TestApp & {
  /** The second brand; its site is `atOther`. */
  other: MadeBrand
  /** A call of an operator with the role support. */
  support: (name: string, body: unknown) => Promise<TestResponse>
  supportId: bigint
  register: (body: Record<string, unknown>, headers?: Record<string, string>) => Promise<TestResponse>
  exclude: (member: { id: bigint }, lasts?: string | null) => Promise<void>
  makeExcluded: (person?: PersonValues, brand?: { id: number }) => Promise<MadeMember>
  /** The exclusion began and ended: its rows cannot be changed, so the member's own column is set by the owner. */
  endExclusion: (member: { id: bigint }) => Promise<void>
  /** The audit rows of an act. */
  audited: (act: string) => Promise<Record<string, unknown>[]>
  /** The id of the member that a form registered. */
  publicIdOf: (body: Record<string, unknown>) => Promise<string>
  /** A registration as the office sees it. */
  listed: (id: string) => Promise<Listed | undefined>
  /**
   * Lets calls reach the comparison of persons at the same time: none reads or writes a hash until all of them wait.
   * Hashing their passwords would otherwise bring them there one after the other.
   */
  together: <Result>(calls: readonly (() => Promise<Result>)[]) => Promise<Result[]>
  setRegistration: (registration: 'open' | 'approval') => Promise<void>
  /** The answer to a registration, how the office sees it, and the answer to its approval with a confirmation. */
  attemptToOpen: (body: Record<string, unknown>, headers?: Record<string, string>) => Promise<unknown[]>
}

export const atOther = { host: 'second.example', origin: 'https://second.example' }
export const contact = { status: 'contact', contact: 'help@nocturne.example' }
export const pending = { status: 'pending' }
/** A registration that waits like one with the values of any member, and cannot be approved. */
export const unapprovable = [pending, 'excluded', 'excluded']

let counted = 0

/** Values of a person that nobody else has; a test shares those that it is about. */
export function newPerson(): PersonValues {
  counted += 1
  const name = `홍길${String.fromCharCode('가'.charCodeAt(0) + counted)}`
  return {
    phone: `0107${1_000_000 + counted}`,
    bankNumber: `110555${100_000 + counted}`,
    bankOwner: name,
    birth: '1985-03-04',
  }
}

export function form(person = newPerson(), change: Record<string, unknown> = {}): Record<string, unknown> {
  counted += 1
  const letters = [...String(counted)].map((digit) => 'abcdefghjk'.charAt(Number(digit))).join('')
  return {
    id: `again${letters}`,
    pw: 'tiger!moon9',
    nick: `다시${letters}`,
    phone: person.phone,
    bankname: '우리은행',
    banknum: person.bankNumber,
    bankOwner: person.bankOwner,
    exchange_pw: '2580',
    birth: person.birth,
    agree: { terms: true, privacy: true, adult: true },
    ...change,
  }
}

export async function createPersonApp(): Promise<PersonApp> {
  const app = await createTestApp({ handlers: appHandlers, brand: { contact: 'help@nocturne.example' } })
  const other = await makeBrand(app.deps, { code: 'second', contact: '02-123-4567' })
  await app.listeners.brands.refresh()
  const { id: supportId } = await makeOperator(app.deps, { login: 'sora', roles: ['support'] })
  const token = await makeOperatorSession(app, { id: supportId })
  const support = (name: string, body: unknown): Promise<TestResponse> => app.office(name, { token, body })

  const register = (body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<TestResponse> =>
    app.member('user-register', { body, headers })

  async function exclude(member: { id: bigint }, lasts: string | null = '6 months'): Promise<void> {
    await app.ownerPool.query(`SELECT ledger_exclude($1, 'exclusion', $2::interval)`, [String(member.id), lasts])
  }

  async function makeExcluded(person = newPerson(), brand: { id: number } = app.brand): Promise<MadeMember> {
    const member = await makeMember(app.deps, brand, person)
    await exclude(member)
    return member
  }

  async function endExclusion(member: { id: bigint }): Promise<void> {
    await app.ownerPool.query(`UPDATE member SET excluded_until = now() - interval '1 second' WHERE id = $1`, [
      String(member.id),
    ])
  }

  async function audited(act: string): Promise<Record<string, unknown>[]> {
    const { rows } = await app.ownerPool.query<{
      subject: string
      detail: Record<string, unknown>
      actor_kind: string
    }>(`SELECT subject, actor_kind, detail FROM audit WHERE act = $1 ORDER BY id`, [act])
    return rows.map(({ subject, actor_kind, detail: { ip: _ip, ...detail } }) => ({
      subject,
      actor: actor_kind,
      ...detail,
    }))
  }

  async function publicIdOf(body: Record<string, unknown>): Promise<string> {
    const { rows } = await app.ownerPool.query<{ public_id: string }>(
      'SELECT public_id FROM member WHERE login_id = $1',
      [body['id']],
    )
    return rows[0]?.public_id ?? ''
  }

  async function listed(id: string): Promise<Listed | undefined> {
    const response = await support('get-registrations', { take: 100 })
    return (response.body['registrations'] as Listed[]).find((one) => one.id === id)
  }

  async function together<Result>(calls: readonly (() => Promise<Result>)[]): Promise<Result[]> {
    const client = await app.ownerPool.connect()
    try {
      await client.query('BEGIN; LOCK TABLE person_mark IN ACCESS EXCLUSIVE MODE')
      const answers = Promise.all(calls.map((call) => call()))
      await untilWaiting(app.ownerPool, calls.length)
      await client.query('COMMIT')
      return await answers
    } finally {
      client.release(true)
    }
  }

  async function setRegistration(registration: 'open' | 'approval'): Promise<void> {
    await app.ownerDb.updateTable('brand').set({ registration }).execute()
    await app.listeners.brands.refresh()
  }

  async function attemptToOpen(
    body: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<unknown[]> {
    const registered = await register(body, headers)
    const id = await publicIdOf(body)
    const seen = await listed(id)
    const approval = await support('approve-registration', { id, confirmDuplicate: true })
    return [registered.body, seen?.approval, approval.body.status]
  }

  return {
    ...app,
    other,
    support,
    supportId,
    register,
    exclude,
    makeExcluded,
    endExclusion,
    audited,
    publicIdOf,
    listed,
    together,
    setRegistration,
    attemptToOpen,
  }
}
