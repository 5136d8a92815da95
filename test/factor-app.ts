import { expect } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createApp, type App } from '#server/app.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { memberHandlers, officeHandlers, playHandlers } from '#server/handlers.ts'
import { throttleRules, type ThrottleRules } from '#server/http/rate-limits.ts'
import { makeOperator, type OperatorOptions } from '#server/seed/builders.ts'
import { createOfficeTestApp, type OfficeTestApp } from './office-test-app.ts'
import { proveSessions } from './proven-session.ts'
import { makeOperatorSession, newRequestId, type TestResponse } from './test-app.ts'
import { testSecret } from './test-secret.ts'
import { totpCode } from './totp.ts'
import { patient } from './world.ts'

export type From = { cookie?: string; remoteAddress?: string }
export type Call = (name: string, body?: unknown, from?: From) => Promise<TestResponse>
export type Person = { id: bigint; publicId: string; login: string; signIn: () => Promise<Call>; call: Call }
export type Enrolled = Person & {
  secret: string
  browser: string
  codes: string[]
  prove: () => Promise<TestResponse>
}
export type Reset = { id: string; state: string; by: string; mine: boolean }
export type Process = {
  call: (person: Person, name: string, body?: unknown) => Promise<TestResponse>
  close: () => Promise<void>
}

/** A test app whose operators prove second factors. They are named by their login. */
export type FactorApp = OfficeTestApp & {
  /** An operator who has signed in with the password only; `signIn` begins another such session. */
  newcomer: (options?: OperatorOptions) => Promise<Person>
  /** An operator who has enrolled an authenticator app, confirmed the recovery codes and proven the app for one act. */
  enrolled: (options?: OperatorOptions) => Promise<Enrolled>
  /** The same for an operator whose sign-in was reset, in a new session. */
  enrolAgain: (person: Person) => Promise<Enrolled>
  /** The reset of an operator as a manager sees it. */
  resetOf: (by: Call, person: Person) => Promise<Reset>
  /** Proposes a reset, and returns its id as another manager sees it. */
  proposeReset: (by: Enrolled, another: Person, operator: Person) => Promise<string>
  /** Two managers reset an operator; returns the code. */
  resetSignIn: (by: Enrolled, another: Enrolled, operator: Person) => Promise<string>
  /** Lets the code of the current step be used again. */
  forgetSteps: (operatorId: bigint) => Promise<void>
  /** Moves an operator's last proof into the past. */
  ageProof: (person: Person, minutes: number) => Promise<void>
  audits: (person: Person) => Promise<string[]>
  /** Another process on the same database: its own connections and listeners. */
  openProcess: (config?: { factors?: 'on' }) => Promise<Process>
}

/** A note that is sent to nobody: an act that needs a recent proof. */
export const anyNote = { userId: 'nobody', title: 'x', contents: 'x' }

export async function createFactorApp(): Promise<FactorApp> {
  const app = await createOfficeTestApp({
    secondApprovalFrom: wholeUnits(500_000),
    depositSecondFrom: wholeUnits(500_000),
  })
  /** The session token behind a call. */
  const tokens = new Map<Call, string>()

  async function newcomer(options: OperatorOptions = {}): Promise<Person> {
    const operator = await makeOperator(app.deps, options)
    const signIn = async (): Promise<Call> => {
      const token = await makeOperatorSession(app, operator, 'unproven')
      const call: Call = (name, body = {}, { cookie, ...from } = {}) =>
        app.office(name, {
          ...(cookie === undefined ? { token } : { headers: { cookie: `office=${token}; ${cookie}` } }),
          ...from,
          body,
        })
      tokens.set(call, token)
      return call
    }
    return { ...operator, signIn, call: await signIn() }
  }

  async function enrol(person: Person): Promise<Enrolled> {
    const secret = String((await person.call('begin-totp')).body['secret'])
    const done = await person.call('enrol-totp', { name: 'Phone', code: totpCode(secret) })
    expect(done.body.status).toBe('success')
    await person.call('confirm-recovery-codes')
    const prove = async (): Promise<TestResponse> => {
      await forgetSteps(person.id)
      return person.call('prove-totp', { code: totpCode(secret), forAct: true })
    }
    const cookies = [done.headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split(';')[0] ?? '')
    const browser = cookies.find((cookie) => cookie.startsWith('office-browser=')) ?? ''
    expect((await prove()).body.status).toBe('success')
    await forgetSteps(person.id)
    return { ...person, secret, browser, codes: done.body['recoveryCodes'] as string[], prove }
  }

  async function resetOf(by: Call, { publicId }: Person): Promise<Reset> {
    const { body } = await by('get-operators', { take: 100 })
    const found = (body['operators'] as { id: string; reset: Reset }[]).find((one) => one.id === publicId)
    if (found === undefined) throw new Error('the operator is not listed')
    return found.reset
  }

  async function proposeReset(by: Enrolled, another: Person, operator: Person): Promise<string> {
    await by.prove()
    const body = { id: operator.publicId, requestId: newRequestId(), reason: '분실' }
    expect((await by.call('propose-operator-reset', body)).body.status).toBe('success')
    return (await resetOf(another.call, operator)).id
  }

  async function resetSignIn(by: Enrolled, another: Enrolled, operator: Person): Promise<string> {
    const id = await proposeReset(by, another, operator)
    await another.prove()
    const { body } = await another.call('approve-operator-reset', { id, requestId: newRequestId() })
    expect(body.status).toBe('success')
    return String(body['code'])
  }

  async function forgetSteps(operatorId: bigint): Promise<void> {
    await app.ownerPool.query('UPDATE operator_factor SET last_step = NULL WHERE operator_id = $1', [operatorId])
  }

  async function ageProof(person: Person, minutes: number): Promise<void> {
    await proveSessions(app.ownerPool, testSecret, person.id, {
      at: `factor_at - make_interval(mins => ${minutes})`,
      acts: null,
    })
  }

  async function audits(person: Person): Promise<string[]> {
    const { rows } = await app.ownerPool.query<{ act: string }>(
      `SELECT act FROM audit WHERE (actor_id = $1 AND actor_kind = 'operator' OR subject = $2) AND act <> 'office.sign-in' ORDER BY id`,
      [person.id, person.publicId],
    )
    return rows.map((row) => row.act)
  }

  async function openProcess(config: { factors?: 'on' } = {}): Promise<Process> {
    const pool = createPool(app.appUrl, { ...patient(), max: 2, name: 'process' })
    const endless = { most: 1_000_000, perSecond: 1_000_000 }
    const throttles = Object.fromEntries(
      Object.keys(throttleRules).map((name) => [name, { address: endless, account: endless }]),
    ) as ThrottleRules
    const deps = {
      ...app.deps,
      config: { ...app.deps.config, ...config },
      pool,
      db: createDb(pool, app.deps.config.secret),
    }
    const handlers = { member: memberHandlers, play: playHandlers, office: officeHandlers }
    const listeners: App = await createApp(deps, { handlers, throttles })
    await listeners.office.ready()
    return {
      call: async (person, name, body = {}) => {
        const token = tokens.get(person.call) ?? ''
        const response = await listeners.office.inject({
          method: 'POST',
          url: `/api/office/${name}`,
          headers: {
            host: 'localhost:4200',
            origin: 'http://localhost:4200',
            'content-type': 'application/json',
            cookie: `office=${token}`,
          },
          payload: JSON.stringify(body),
        })
        return { code: response.statusCode, headers: response.headers, body: response.json() }
      },
      close: async () => {
        await listeners.close()
        await pool.end()
      },
    }
  }

  return {
    ...app,
    newcomer,
    enrolled: async (options) => enrol(await newcomer(options)),
    enrolAgain: async (person) => enrol({ ...person, call: await person.signIn() }),
    resetOf,
    proposeReset,
    resetSignIn,
    forgetSteps,
    ageProof,
    audits,
    openProcess,
  }
}
