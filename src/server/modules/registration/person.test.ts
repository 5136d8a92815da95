import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseSecret, type AppSecret } from '#server/config.ts'
import { appHandlers } from '#server/handlers.ts'
import {
  makeBrand,
  makeMember,
  makeOperator,
  makeSession,
  type MadeBrand,
  type MadeMember,
  type MemberOptions,
} from '#server/seed/builders.ts'
import { changedBy } from '#test/changed-tables.ts'
import { createTestApp, makeOperatorSession, type TestApp, type TestResponse } from '#test/test-app.ts'
import { forgetPersonMarks, preparePersonMarks, startPersonMarking } from './marking.ts'

/** Registrations of persons who are known already: excluded, blocked, or with a bank account that others have. */

let app: TestApp
let other: MadeBrand
let counted = 0
let support: (name: string, body: unknown) => Promise<TestResponse>
let supportId: bigint

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { contact: 'help@nocturne.example' } })
  other = await makeBrand(app.deps, { code: 'second', contact: '02-123-4567' })
  await app.listeners.brands.refresh()
  const operator = await makeOperator(app.deps, { login: 'sora', roles: ['support'] })
  const token = await makeOperatorSession(app, operator)
  supportId = operator.id
  support = (name, body) => app.office(name, { token, body })
})
afterAll(() => app.close())

/** Values of a person that nobody else has; a test shares those that it is about. */
function newPerson(): Required<Pick<MemberOptions, 'phone' | 'bankNumber' | 'bankOwner' | 'birth'>> {
  counted += 1
  const name = `홍길${String.fromCharCode('가'.charCodeAt(0) + counted)}`
  return {
    phone: `0107${1_000_000 + counted}`,
    bankNumber: `110555${100_000 + counted}`,
    bankOwner: name,
    birth: '1985-03-04',
  }
}

function form(person = newPerson(), change: Record<string, unknown> = {}): Record<string, unknown> {
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

const register = (body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<TestResponse> =>
  app.member('user-register', { body, headers })
const atOther = { host: 'second.example', origin: 'https://second.example' }

async function exclude(member: { id: bigint }, lasts: string | null = '6 months'): Promise<void> {
  await app.ownerPool.query(`SELECT ledger_exclude($1, 'exclusion', $2::interval)`, [String(member.id), lasts])
}

async function makeExcluded(person = newPerson(), brand: { id: number } = app.brand): Promise<MadeMember> {
  const member = await makeMember(app.deps, brand, person)
  await exclude(member)
  return member
}

/** The exclusion began and ended: its rows cannot be changed, so the member's own column is set by the owner. */
async function endExclusion(member: { id: bigint }): Promise<void> {
  await app.ownerPool.query(`UPDATE member SET excluded_until = now() - interval '1 second' WHERE id = $1`, [
    String(member.id),
  ])
}

async function audited(act: string): Promise<Record<string, unknown>[]> {
  const { rows } = await app.ownerPool.query<{ subject: string; detail: Record<string, unknown>; actor_kind: string }>(
    `SELECT subject, actor_kind, detail FROM audit WHERE act = $1 ORDER BY id`,
    [act],
  )
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

type Listed = { id: string; approval: string; matches: Record<string, unknown>[] }

async function listed(id: string): Promise<Listed | undefined> {
  const response = await support('get-registrations', { take: 100 })
  return (response.body['registrations'] as Listed[]).find((one) => one.id === id)
}

/**
 * Lets calls reach the comparison of persons at the same time: none reads or writes a hash until all of them wait. Hashing
 * their passwords would otherwise bring them there one after the other.
 */
async function together<Result>(calls: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const client = await app.ownerPool.connect()
  try {
    await client.query('BEGIN; LOCK TABLE person_mark IN ACCESS EXCLUSIVE MODE')
    const answers = Promise.all(calls.map((call) => call()))
    await vi.waitFor(
      async () => {
        const { rows } = await app.ownerPool.query<{ waiting: number }>(
          `SELECT count(DISTINCT l.pid)::int AS waiting FROM pg_locks l JOIN pg_database d ON d.oid = l.database
            WHERE NOT l.granted AND d.datname = current_database()`,
        )
        expect(rows[0]?.waiting).toBe(calls.length)
      },
      { timeout: 20_000 },
    )
    await client.query('COMMIT')
    return await answers
  } finally {
    client.release(true)
  }
}

/** Records the text of every statement of the application until it is stopped. */
function recordStatements(texts: string[]): () => void {
  const spies = new Map<pg.PoolClient, () => void>()
  const watch = (client: pg.PoolClient): void => {
    if (spies.has(client)) return
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const spy = vi.spyOn(client, 'query').mockImplementation(((...args: unknown[]) => {
      const [statement] = args
      texts.push(typeof statement === 'string' ? statement : (statement as { text: string }).text)
      return query(...args)
    }) as never)
    spies.set(client, () => spy.mockRestore())
  }
  app.pool.on('acquire', watch)
  return () => {
    app.pool.off('acquire', watch)
    for (const restore of spies.values()) restore()
  }
}

const contact = { status: 'contact', contact: 'help@nocturne.example' }
const pending = { status: 'pending' }

async function setRegistration(registration: 'open' | 'approval'): Promise<void> {
  await app.ownerDb.updateTable('brand').set({ registration }).execute()
  await app.listeners.brands.refresh()
}

/** The answer to a registration, how the office sees it, and the answer to its approval with a confirmation. */
async function attemptToOpen(body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<unknown[]> {
  const registered = await register(body, headers)
  const id = await publicIdOf(body)
  const seen = await listed(id)
  const approval = await support('approve-registration', { id, confirmDuplicate: true })
  return [registered.body, seen?.approval, approval.body.status]
}

/** A registration that waits like one with the values of any member, and cannot be approved. */
const unapprovable = [pending, 'excluded', 'excluded']

describe('a registration with the telephone or bank account of an excluded member', () => {
  test('waits and cannot be approved, at every brand of the installation, also where a brand needs no approval', async () => {
    for (const registration of ['approval', 'open'] as const) {
      await setRegistration(registration)
      const person = newPerson()
      const excluded = await makeExcluded(person)
      const { phone, bankNumber } = newPerson()
      for (const [change, by, headers] of [
        [{ banknum: bankNumber, bankOwner: '다른이', phone: `+82 ${person.phone.slice(1)}` }, 'phone', {}],
        [{ phone, bankOwner: '다른이', banknum: [...person.bankNumber].join('-') }, 'account', {}],
        [{}, 'account person phone', atOther],
      ] as const) {
        const body = form(person, change)
        expect(await attemptToOpen(body, headers)).toEqual(unapprovable)
        expect(await audited('registration.match')).toContainEqual({
          subject: await publicIdOf(body),
          actor: 'system',
          matched: excluded.publicId,
          by,
          excluded: true,
          status: 'active',
        })
      }
    }
    await setRegistration('approval')
  })

  test('may be approved once the exclusion has ended', async () => {
    const person = newPerson()
    const member = await makeExcluded(person)
    const body = form({ ...newPerson(), phone: person.phone })
    expect(await attemptToOpen(body)).toEqual(unapprovable)
    await endExclusion(member)
    const id = await publicIdOf(body)
    expect((await support('approve-registration', { id })).body.status).toBe('duplicate')
    expect((await support('approve-registration', { id, confirmDuplicate: true })).body.status).toBe('success')
  })

  test('reveals nothing: answers and statements are those for a member who is not restricted', async () => {
    const seen: Record<string, { answer: unknown; statements: string[] }[]> = {}
    for (const registration of ['approval', 'open'] as const) {
      await setRegistration(registration)
      for (const status of ['active', 'excluded', 'on a break', 'blocked'] as const) {
        const person = newPerson()
        const member = await makeMember(app.deps, app.brand, {
          ...person,
          status: status === 'blocked' ? 'blocked' : 'active',
        })
        if (status === 'excluded') await exclude(member)
        if (status === 'on a break') {
          await app.ownerPool.query(`SELECT ledger_exclude($1, 'break', '24 hours')`, [String(member.id)])
        }
        const values = {
          phone: { ...newPerson(), phone: person.phone },
          account: { ...newPerson(), bankNumber: person.bankNumber },
          name: { ...newPerson(), bankOwner: person.bankOwner, birth: person.birth },
          everything: person,
        }
        for (const [by, known] of Object.entries(values)) {
          if (registration === 'approval' && by !== 'phone') continue
          const statements: string[] = []
          const stop = recordStatements(statements)
          const response = await register(form(known))
          stop()
          // One audit row for each matched member: the values of the one statement differ, not the number of statements.
          const own = statements.filter((text) => !text.includes('brand_domain'))
          const texts = own.map((text) => text.replace(/values .*/, 'values'))
          const key = `${registration} ${by}`
          seen[key] = [...(seen[key] ?? []), { answer: response.body, statements: texts }]
        }
      }
    }
    await setRegistration('approval')
    for (const [key, [active, ...restricted]] of Object.entries(seen)) {
      expect(active?.answer).toEqual(key.endsWith('everything') ? contact : pending)
      expect(active?.statements.length).toBeGreaterThan(5)
      expect(restricted).toEqual([active, active, active])
    }
  })
})

describe('a registration with everything of a member of the brand, or a bank account that two accounts have', () => {
  test('cannot be completed online: nothing but an audit row for the match is written, and the id stays free', async () => {
    const person = newPerson()
    const member = await makeExcluded(person)
    const body = form(person)
    let response: TestResponse | undefined
    const changed = await changedBy(app.ownerPool, async () => {
      response = await register(body)
    })
    expect(response?.body).toEqual(contact)
    expect(changed).toEqual(['audit'])
    expect((await audited('registration.contact')).at(-1)).toEqual({
      subject: '',
      actor: 'system',
      matched: member.publicId,
      by: 'account person phone',
      excluded: true,
      status: 'active',
    })
    // The same again gets the same answer, and the id is not reserved.
    expect((await register(body)).body).toEqual(contact)
    expect((await app.member('check-user-id', { body: { id: body['id'] } })).body).toEqual({ status: 'success' })
    const shared = newPerson()
    for (let count = 0; count < 2; count += 1) {
      await makeMember(app.deps, app.brand, { ...newPerson(), bankNumber: shared.bankNumber })
    }
    expect((await register(form(shared))).body).toEqual(contact)
  })
})

describe('an excluded member', () => {
  test('is found by every telephone and bank account that they ever had', async () => {
    const before = newPerson()
    const member = await makeMember(app.deps, app.brand, before)
    const now = newPerson()
    const donor = await makeMember(app.deps, app.brand, now)
    await app.ownerPool.query(
      `UPDATE member_person p SET (phone_sealed, bank_number_sealed, bank_owner) =
         (SELECT d.phone_sealed, d.bank_number_sealed, '개명한이' FROM member_person d WHERE d.member_id = $2) WHERE member_id = $1`,
      [String(member.id), String(donor.id)],
    )
    await app.ownerPool.query(`DELETE FROM person_mark WHERE member_id = $1`, [String(donor.id)])
    await exclude(member)
    await preparePersonMarks(app.deps)
    for (const { phone, bankNumber } of [before, now]) {
      expect(await attemptToOpen(form({ ...newPerson(), phone }))).toEqual(unapprovable)
      expect(await attemptToOpen(form({ ...newPerson(), bankNumber }))).toEqual(unapprovable)
    }
  })
})

describe('a registration with the name and birth date of an excluded member', () => {
  test('waits for the office, also where the brand needs no approval, with a mark and an audit row', async () => {
    const person = newPerson()
    const excluded = await makeExcluded(person)
    await setRegistration('open')
    const body = form({
      ...newPerson(),
      bankOwner: [...person.bankOwner].join(' ').normalize('NFD'),
      birth: person.birth,
    })
    const free = form()
    const [answer, freeAnswer] = [await register(body), await register(free)]
    await setRegistration('approval')
    expect(answer.body).toEqual({ status: 'pending' })
    expect(freeAnswer.body).toEqual({ status: 'success' })
    const id = await publicIdOf(body)
    expect(await listed(id)).toMatchObject({
      approval: 'duplicate',
      matches: [{ id: excluded.publicId, userId: excluded.loginId, by: ['person'], excluded: true, status: 'active' }],
    })
    expect(await audited('registration.match')).toContainEqual({
      subject: id,
      actor: 'system',
      matched: excluded.publicId,
      by: 'person',
      excluded: true,
      status: 'active',
    })
    const { rows } = await app.ownerPool.query(
      'SELECT 1 FROM wallet w JOIN member m ON m.id = w.member_id WHERE login_id = $1',
      [body['id']],
    )
    expect(rows).toEqual([])
  })
})

describe('the office', () => {
  test('sees duplicates of a registration by telephone, account, name with birth date, and browser', async () => {
    const person = newPerson()
    const member = await makeMember(app.deps, app.brand, person)
    const device = randomBytes(32).toString('base64url')
    await app.member('user-do-login', {
      body: { id: member.loginId, pw: member.password },
      headers: { cookie: `device=${device}` },
    })
    const body = form({ ...person, bankNumber: newPerson().bankNumber })
    expect((await register(body, { cookie: `device=${device}` })).body).toEqual({ status: 'pending' })
    const id = await publicIdOf(body)
    const match = {
      id: member.publicId,
      userId: member.loginId,
      brand: 'nocturne',
      by: ['device', 'person', 'phone'],
      status: 'active',
      excluded: false,
    }
    expect(await listed(id)).toMatchObject({ approval: 'duplicate', matches: [match] })
    const opened = await support('get-member', { id: member.publicId })
    expect(opened.body).toMatchObject({ matches: [{ id, status: 'pending' }] })
  })

  test('sees restricted members first', async () => {
    const person = newPerson()
    const waiting = await makeMember(app.deps, app.brand, { ...person, phone: newPerson().phone, status: 'pending' })
    const usual = await makeMember(app.deps, app.brand, person)
    const other = await makeMember(app.deps, app.brand, {
      ...newPerson(),
      bankOwner: person.bankOwner,
      birth: person.birth,
    })
    const blocked = await makeMember(app.deps, app.brand, {
      ...newPerson(),
      bankNumber: person.bankNumber,
      status: 'blocked',
    })
    await exclude(other)
    const ids = (await listed(waiting.publicId))?.matches.map((one) => one['id'])
    expect(ids).toEqual([blocked.publicId, other.publicId, usual.publicId])
  })

  test('does not see who a match of another brand is', async () => {
    const person = newPerson()
    await makeMember(app.deps, other, person)
    const body = form(person)
    await register(body)
    const operator = await makeOperator(app.deps, { roles: ['support'], brandIds: [app.brand.id] })
    const token = await makeOperatorSession(app, operator)
    const response = await app.office('get-registrations', { token, body: { take: 100 } })
    const id = await publicIdOf(body)
    expect((response.body['registrations'] as Listed[]).find((one) => one.id === id)?.matches).toEqual([
      { id: null, userId: null, brand: null, by: ['account', 'person', 'phone'], status: 'active', excluded: false },
    ])
  })

  test('approves a second member with one bank account only when the operator confirms it', async () => {
    const first = await makeMember(app.deps, app.brand, newPerson())
    const second = await makeMember(app.deps, app.brand, { ...newPerson(), status: 'pending' })
    await app.ownerPool.query(
      `INSERT INTO person_mark (hash, member_id, kind) SELECT hash, $2, kind FROM person_mark WHERE member_id = $1 AND kind = 'account'`,
      [String(first.id), String(second.id)],
    )
    const approve = (confirm: object): Promise<TestResponse> =>
      support('approve-registration', { id: second.publicId, ...confirm })
    const changed = await changedBy(app.ownerPool, async () => {
      for (const confirm of [{}, { confirmDuplicate: false }]) {
        expect((await approve(confirm)).body).toMatchObject({
          status: 'duplicate',
          matches: [{ id: first.publicId, by: ['account'] }],
        })
      }
    })
    // The session's last activity is written once a minute.
    expect(changed.filter((table) => table !== 'operator_session')).toEqual([])
    expect((await approve({ confirmDuplicate: true })).body).toEqual({ status: 'success' })
    const { rows } = await app.ownerPool.query(
      'SELECT status, duplicates_confirmed_by, decided_by FROM member WHERE id = $1',
      [String(second.id)],
    )
    expect(rows).toEqual([{ status: 'active', duplicates_confirmed_by: supportId, decided_by: supportId }])
    expect((await audited('registration.approve')).at(-1)).toEqual({
      subject: second.publicId,
      actor: 'operator',
      duplicateConfirmed: true,
    })
  })

  test('of two registrations with one bank account approves one without a confirmation, also at once', async () => {
    const person = newPerson()
    const bodies = [form(person), form({ ...newPerson(), bankNumber: person.bankNumber })]
    const answers = await Promise.all(bodies.map((body) => register(body)))
    expect(answers.map((one) => one.body.status)).toEqual(['pending', 'pending'])
    const ids = await Promise.all(bodies.map(publicIdOf))
    const approved = await Promise.all(ids.map((id) => support('approve-registration', { id })))
    expect(approved.map((one) => one.body.status).toSorted()).toEqual(['duplicate', 'success'])
  })

  test('cannot approve while a member with the telephone or bank account is excluded, confirmed or not', async () => {
    const person = newPerson()
    const member = await makeMember(app.deps, app.brand, person)
    const waiting = await makeMember(app.deps, app.brand, { ...newPerson(), phone: person.phone, status: 'pending' })
    await exclude(member)
    for (const confirm of [{}, { confirmDuplicate: true }]) {
      const response = await support('approve-registration', { id: waiting.publicId, ...confirm })
      expect(response.body).toMatchObject({ status: 'excluded', matches: [{ id: member.publicId, by: ['phone'] }] })
    }
    expect(await listed(waiting.publicId)).toMatchObject({ approval: 'excluded' })
    expect((await audited('registration.approval-refused')).at(-1)).toEqual({
      subject: waiting.publicId,
      actor: 'operator',
    })
  })
})

test('registrations with one bank account at once are compared with one another: at most two are taken', async () => {
  const person = newPerson()
  const answers = await together(
    Array.from({ length: 4 }, () => () => register(form({ ...newPerson(), bankNumber: person.bankNumber }))),
  )
  expect(answers.map((one) => one.body.status).toSorted()).toEqual(['contact', 'contact', 'pending', 'pending'])
})

describe('an exclusion', () => {
  test('extends to every account that is certainly of the same person, at every brand, and marks the others', async () => {
    const person = newPerson()
    const member = await makeMember(app.deps, app.brand, person)
    const same = await makeMember(app.deps, other, { ...newPerson(), ...person, bankNumber: newPerson().bankNumber })
    const samePhone = await makeMember(app.deps, app.brand, { ...newPerson(), phone: person.phone })
    const sameName = await makeMember(app.deps, app.brand, {
      ...newPerson(),
      bankOwner: person.bankOwner,
      birth: person.birth,
    })
    const { token } = await makeSession(app.deps, member)
    const body = { lasts: '6m', pw: member.password }
    const response = await app.member('exclude-me', { token, body })
    expect(Object.keys(response.body).toSorted()).toEqual(['status', 'until'])
    const { rows } = await app.ownerPool.query<{ public_id: string }>(
      `SELECT m.public_id FROM member m JOIN wallet w ON w.member_id = m.id JOIN member_exclusion x ON x.member_id = m.id
        WHERE m.excluded_until > now() + interval '5 months' AND w.limited AND m.public_id = ANY ($1::uuid[]) ORDER BY m.id`,
      [[member, same, samePhone, sameName].map((one) => one.publicId)],
    )
    expect(rows.map((row) => row.public_id)).toEqual([member.publicId, same.publicId])
    const matched = { actor: 'system', matched: member.publicId }
    expect((await audited('limit.exclusion-extended')).at(-1)).toEqual({
      subject: same.publicId,
      by: 'person phone',
      until: expect.stringMatching(/^\d{4}-/),
      ...matched,
    })
    expect((await audited('limit.exclusion-match')).slice(-2)).toEqual([
      { subject: samePhone.publicId, by: 'phone', ...matched },
      { subject: sameName.publicId, by: 'person', ...matched },
    ])
    const opened = await support('get-member', { id: samePhone.publicId })
    expect(opened.body['matches']).toContainEqual(
      expect.objectContaining({ id: member.publicId, by: ['phone'], excluded: true }),
    )
  })

  test('holds against other spellings of the telephone and the name, and those that cannot exist are refused', async () => {
    const person = { ...newPerson(), bankOwner: 'Anna Lena Müller' }
    const national = person.phone.slice(1)
    await makeExcluded(person)
    const approvalOf = async (change: Record<string, unknown>): Promise<unknown> => {
      const body = form({ ...newPerson(), birth: person.birth }, change)
      expect([200, await register(body).then((answer) => answer.body)]).toEqual([200, { status: 'pending' }])
      const listed = await support('get-registrations', { take: 100 })
      const found = (listed.body['registrations'] as { userId: string; approval: string }[]).find(
        ({ userId }) => userId === body['id'],
      )
      return found?.approval
    }
    for (const phone of [`00182${national}`, `002 82 ${national}`, `011 82 ${national}`, `002${person.phone}`]) {
      expect([phone, await approvalOf({ phone })]).toEqual([phone, 'excluded'])
    }
    for (const bankOwner of ['Muller Anna Lena', 'Anna-Lena Mueller Jr.', 'Anna Łena Møller'.replace('ø', 'u')]) {
      expect([bankOwner, await approvalOf({ bankOwner })]).toEqual([bankOwner, 'duplicate'])
    }
    const refused = async (change: Record<string, unknown>) => (await register(form(newPerson(), change))).body
    expect(await refused({ phone: `${person.phone}0` })).toEqual({ status: 'invalid', fields: { phone: 'format' } })
    for (const bankOwner of ['Аnna Lena Müller', 'Anna Lena Μüller', 'Ꭺnna Lena Müller']) {
      expect(await refused({ bankOwner })).toEqual({ status: 'invalid', fields: { bankOwner: 'mixed' } })
    }
  })

  test('extends to an account that was registered with an invisible letter in the name or zeros before the account', async () => {
    const person = newPerson()
    const member = await makeMember(app.deps, app.brand, person)
    const twin = form({
      ...newPerson(),
      bankOwner: `${person.bankOwner}\ufe0f`,
      birth: person.birth,
      bankNumber: `00${person.bankNumber}`,
    })
    expect((await register(twin)).body).toEqual(pending)
    const id = await publicIdOf(twin)
    const approval = await support('approve-registration', { id, confirmDuplicate: true })
    expect(approval.body.status).toBe('success')
    const { token } = await makeSession(app.deps, member)
    await app.member('exclude-me', { token, body: { lasts: 'ever', pw: member.password } })
    const { rows } = await app.ownerPool.query(
      `SELECT excluded_until = 'infinity' AS excluded FROM member WHERE public_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ excluded: true }])
  })

  test('and a registration of the same person at the same moment end without a playing account', async () => {
    await setRegistration('open')
    for (let round = 0; round < 4; round += 1) {
      const person = newPerson()
      const member = await makeMember(app.deps, other, { ...person, bankNumber: newPerson().bankNumber })
      const { token } = await makeSession(app.deps, member)
      const body = form(person)
      const [excluded, registered] = await together([
        () =>
          app.member('exclude-me', {
            body: { lasts: '6m', pw: member.password },
            headers: { ...atOther, cookie: `__Host-session=${token}` },
          }),
        () => register(body),
      ])
      expect(excluded?.body.status).toBe('success')
      const { rows } = await app.ownerPool.query<{ status: string; excluded: boolean }>(
        `SELECT status, coalesce(excluded_until > now(), false) AS excluded FROM member WHERE login_id = $1`,
        [body['id']],
      )
      expect(registered?.body).toEqual(pending)
      expect(rows).toEqual([{ status: 'pending', excluded: expect.any(Boolean) as boolean }])
      const approval = await support('approve-registration', { id: await publicIdOf(body), confirmDuplicate: true })
      expect(approval.body.status).toBe('excluded')
    }
    await setRegistration('approval')
  })
})

describe('the hashes', () => {
  test('outlive erasure until the exclusion ends, for ever where it has no end', async () => {
    const [person, ever, free] = [newPerson(), newPerson(), newPerson()]
    const member = await makeExcluded(person)
    const forEver = await makeMember(app.deps, app.brand, ever)
    await exclude(forEver, null)
    const unrestricted = await makeMember(app.deps, app.brand, free)
    const count = async (of: MadeMember): Promise<number> => {
      const { rows } = await app.ownerPool.query<{ marks: number }>(
        'SELECT count(*)::int AS marks FROM person_mark WHERE member_id = $1',
        [String(of.id)],
      )
      return rows[0]?.marks ?? -1
    }
    for (const one of [member, forEver, unrestricted]) {
      const { rows } = await app.ownerPool.query('SELECT erase_person($1) AS erased', [String(one.id)])
      expect(rows).toEqual([{ erased: true }])
    }
    const { rows } = await app.ownerPool.query(
      `SELECT phone_sealed, bank_number_sealed, birth_sealed, bank_owner, phone_last4, erased_at < now() AS erased
         FROM member_person WHERE member_id = $1`,
      [String(member.id)],
    )
    expect(rows).toEqual([
      {
        phone_sealed: null,
        bank_number_sealed: null,
        birth_sealed: null,
        bank_owner: '',
        phone_last4: '',
        erased: true,
      },
    ])
    expect([await count(member), await count(forEver), await count(unrestricted)]).toEqual([3, 3, 0])
    await preparePersonMarks(app.deps)
    await forgetPersonMarks(app.deps)
    const waiting = form({ ...newPerson(), phone: person.phone })
    expect(await attemptToOpen(waiting)).toEqual(unapprovable)
    expect(await attemptToOpen(form({ ...newPerson(), bankNumber: ever.bankNumber }))).toEqual(unapprovable)
    await endExclusion(member)
    const running = startPersonMarking(app.deps)
    await vi.waitFor(async () => expect(await count(member)).toBe(0), { timeout: 10_000 })
    await running.stop()
    expect(await count(forEver)).toBe(3)
    expect(await listed(await publicIdOf(waiting))).toMatchObject({ approval: 'free' })
  })

  test('are out of the application’s reach: it can neither change nor remove them', async () => {
    for (const statement of [
      'DELETE FROM person_mark',
      `UPDATE person_mark SET hash = sha256('x')`,
      'SELECT erase_person(1)',
    ]) {
      await expect(app.pool.query(statement)).rejects.toThrow(/permission denied/)
    }
  })

  test('cannot be made without the key', async () => {
    const person = newPerson()
    await makeMember(app.deps, app.brand, person)
    const { rows } = await app.ownerPool.query<{ hash: Buffer }>('SELECT hash FROM person_mark')
    const plain = createHash('sha256').update(`phone\n${person.phone}`).digest()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ hash }) => hash.equals(plain))).toEqual([])
  })

  test('are made for members of before them: restricted ones before the program listens, the others afterwards', async () => {
    const [person, free] = [newPerson(), newPerson()]
    const member = await makeExcluded(person)
    const usual = await makeMember(app.deps, app.brand, free)
    const ids = [String(member.id), String(usual.id)]
    await app.ownerPool.query('DELETE FROM person_mark WHERE member_id = ANY ($1::bigint[])', [ids])
    await app.ownerPool.query('UPDATE member_person SET marked_key = NULL WHERE member_id = ANY ($1::bigint[])', [ids])
    const unmarked = async (): Promise<string[]> => {
      const { rows } = await app.ownerPool.query<{ id: string }>(
        'SELECT member_id::text AS id FROM member_person WHERE marked_key IS NULL AND erased_at IS NULL ORDER BY 1',
      )
      return rows.map((row) => row.id)
    }
    await preparePersonMarks(app.deps)
    expect(await unmarked()).toEqual([String(usual.id)])
    expect(await attemptToOpen(form({ ...newPerson(), phone: person.phone }))).toEqual(unapprovable)
    const running = startPersonMarking(app.deps)
    await vi.waitFor(async () => expect(await unmarked()).toEqual([]), { timeout: 10_000 })
    await running.stop()
    const body = form({ ...newPerson(), phone: free.phone })
    await register(body)
    expect(await listed(await publicIdOf(body))).toMatchObject({ matches: [{ id: usual.publicId }] })
  })

  test('that recognise another account of an excluded person later extend the exclusion to it, to the same end', async () => {
    const [person, otherWay] = [newPerson(), newPerson()]
    const twinOf = (of: typeof person) => ({
      ...newPerson(),
      phone: of.phone,
      bankOwner: of.bankOwner,
      birth: of.birth,
    })
    const unmark = (members: readonly { id: bigint }[]) =>
      app.ownerPool.query(
        `WITH gone AS (DELETE FROM person_mark WHERE member_id = ANY ($1::bigint[]))
         UPDATE member_person SET marked_key = NULL WHERE member_id = ANY ($1::bigint[])`,
        [members.map(({ id }) => String(id))],
      )
    const endOf = async ({ id }: { id: bigint }): Promise<Date | null> => {
      const { rows } = await app.ownerPool.query<{ excluded_until: Date | null }>(
        'SELECT excluded_until FROM member WHERE id = $1',
        [String(id)],
      )
      return rows[0]?.excluded_until ?? null
    }
    const member = await makeExcluded(person)
    const twin = await makeMember(app.deps, other, twinOf(person))
    const samePhone = await makeMember(app.deps, app.brand, { ...newPerson(), phone: person.phone })
    const [late, marked] = [await makeExcluded(otherWay), await makeMember(app.deps, app.brand, twinOf(otherWay))]
    await unmark([twin, samePhone, late])

    // The excluded one is hashed before the program listens.
    await preparePersonMarks(app.deps)
    expect(await endOf(twin)).toBeNull()
    expect(Math.abs(Number(await endOf(marked)) - Number(await endOf(late)))).toBeLessThan(1_000)

    const running = startPersonMarking(app.deps)
    await vi.waitFor(async () => expect(await endOf(twin)).not.toBeNull(), { timeout: 10_000 })
    await running.stop()
    expect(Math.abs(Number(await endOf(twin)) - Number(await endOf(member)))).toBeLessThan(1_000)
    expect(await endOf(samePhone)).toBeNull()
    const until = (await endOf(twin))?.toISOString()
    expect((await audited('limit.exclusion-extended')).at(-1)).toEqual({
      subject: twin.publicId,
      actor: 'system',
      matched: member.publicId,
      by: 'person phone',
      until,
    })
    const acts = (await audited('limit.exclusion-extended')).length
    await preparePersonMarks(app.deps)
    expect(await audited('limit.exclusion-extended')).toHaveLength(acts)
    const { rows } = await app.ownerPool.query('SELECT 1 FROM wallet WHERE member_id = $1 AND limited', [
      String(twin.id),
    ])
    expect(rows).toHaveLength(1)
  })

  test('are made again for rows of an earlier form, in which zeros and invisible letters counted', async () => {
    const person = newPerson()
    const member = await makeExcluded({
      ...person,
      bankNumber: `00${person.bankNumber}`,
      bankOwner: `${person.bankOwner}\u3164`,
    })
    const id = [String(member.id)]
    // As the earlier form left the row: hashes that no form of today makes, under the key alone.
    await app.ownerPool.query(`UPDATE person_mark SET hash = sha256(hash) WHERE member_id = $1`, id)
    await app.ownerPool.query(
      `UPDATE member_person SET marked_key = split_part(marked_key, '/', 1) WHERE member_id = $1`,
      id,
    )
    await preparePersonMarks(app.deps)
    const { rows } = await app.ownerPool.query<{ marked_key: string }>(
      'SELECT marked_key FROM member_person WHERE member_id = $1',
      id,
    )
    expect(rows).toEqual([{ marked_key: expect.stringMatching(/\/4$/) as string }])
    expect(await attemptToOpen(form({ ...newPerson(), bankNumber: person.bankNumber }))).toEqual(unapprovable)
    const named = form({ ...newPerson(), bankOwner: person.bankOwner, birth: person.birth })
    await register(named)
    expect(await listed(await publicIdOf(named))).toMatchObject({ approval: 'duplicate' })
  })

  test('still match after a change of APP_SECRET, also of erased persons, and a missing key refuses the start', async () => {
    const [erased, kept] = [newPerson(), newPerson()]
    const member = await makeExcluded(erased)
    await makeExcluded(kept)
    await app.ownerPool.query('SELECT erase_person($1)', [String(member.id)])
    await preparePersonMarks(app.deps)
    const { secret } = app.deps.config
    const old = [...secret.keys].map(([id, key]) => `${id}:${key.toString('base64')}`).join(',')
    const secretOf = (text: string): AppSecret => {
      const parsed = parseSecret(text)
      if (parsed === null) throw new Error('the secret of the test is malformed')
      return parsed
    }
    const fresh = randomBytes(32).toString('base64')
    const rotated = { ...app.deps, config: { ...app.deps.config, secret: secretOf(`new:${fresh},${old}`) } }
    await preparePersonMarks(rotated)
    // The app's handlers read the configuration of each call.
    app.deps.config.secret = rotated.config.secret
    try {
      expect(await attemptToOpen(form({ ...newPerson(), phone: erased.phone }))).toEqual(unapprovable)
      expect(await attemptToOpen(form({ ...newPerson(), phone: kept.phone }))).toEqual(unapprovable)
    } finally {
      app.deps.config.secret = secret
    }
    for (const text of [`new:${fresh}`, old, `new:${randomBytes(32).toString('base64')},${old}`]) {
      const deps = { ...app.deps, config: { ...app.deps.config, secret: secretOf(text) } }
      await expect(preparePersonMarks(deps)).rejects.toThrow(/APP_SECRET lacks the key/)
    }
  })
})

test('no handler logged an error', () => {
  expect(app.errors).toEqual([])
})
