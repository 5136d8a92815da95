import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeMember, makeOperator } from '#server/seed/builders.ts'
import { changedBy } from '#test/changed-tables.ts'
import { createPersonApp, form, newPerson, type Listed, type PersonApp } from '#test/person-app.ts'
import { makeOperatorSession, type TestResponse } from '#test/test-app.ts'

/** Registrations with values of members who are known already, and what the office sees and decides of them. */

let app: PersonApp
beforeAll(async () => {
  app = await createPersonApp()
})
afterAll(() => app.close())

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
    expect((await app.register(body, { cookie: `device=${device}` })).body).toEqual({ status: 'pending' })
    const id = await app.publicIdOf(body)
    const match = {
      id: member.publicId,
      userId: member.loginId,
      brand: 'nocturne',
      by: ['device', 'person', 'phone'],
      status: 'active',
      excluded: false,
    }
    expect(await app.listed(id)).toMatchObject({ approval: 'duplicate', matches: [match] })
    const opened = await app.support('get-member', { id: member.publicId })
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
    await app.exclude(other)
    const ids = (await app.listed(waiting.publicId))?.matches.map((one) => one['id'])
    expect(ids).toEqual([blocked.publicId, other.publicId, usual.publicId])
  })

  test('does not see who a match of another brand is', async () => {
    const person = newPerson()
    await makeMember(app.deps, app.other, person)
    const body = form(person)
    await app.register(body)
    const operator = await makeOperator(app.deps, { roles: ['support'], brandIds: [app.brand.id] })
    const token = await makeOperatorSession(app, operator)
    const response = await app.office('get-registrations', { token, body: { take: 100 } })
    const id = await app.publicIdOf(body)
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
      app.support('approve-registration', { id: second.publicId, ...confirm })
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
    expect(rows).toEqual([{ status: 'active', duplicates_confirmed_by: app.supportId, decided_by: app.supportId }])
    expect((await app.audited('registration.approve')).at(-1)).toEqual({
      subject: second.publicId,
      actor: 'operator',
      duplicateConfirmed: true,
    })
  })

  test('of two registrations with one bank account approves one without a confirmation, also at once', async () => {
    const person = newPerson()
    const bodies = [form(person), form({ ...newPerson(), bankNumber: person.bankNumber })]
    const answers = await Promise.all(bodies.map((body) => app.register(body)))
    expect(answers.map((one) => one.body.status)).toEqual(['pending', 'pending'])
    const ids = await Promise.all(bodies.map(app.publicIdOf))
    const approved = await Promise.all(ids.map((id) => app.support('approve-registration', { id })))
    expect(approved.map((one) => one.body.status).toSorted()).toEqual(['duplicate', 'success'])
  })

  test('cannot approve while a member with the telephone or bank account is excluded, confirmed or not', async () => {
    const person = newPerson()
    const member = await makeMember(app.deps, app.brand, person)
    const waiting = await makeMember(app.deps, app.brand, { ...newPerson(), phone: person.phone, status: 'pending' })
    await app.exclude(member)
    for (const confirm of [{}, { confirmDuplicate: true }]) {
      const response = await app.support('approve-registration', { id: waiting.publicId, ...confirm })
      expect(response.body).toMatchObject({ status: 'excluded', matches: [{ id: member.publicId, by: ['phone'] }] })
    }
    expect(await app.listed(waiting.publicId)).toMatchObject({ approval: 'excluded' })
    expect((await app.audited('registration.approval-refused')).at(-1)).toEqual({
      subject: waiting.publicId,
      actor: 'operator',
    })
  })
})

test('registrations with one bank account at once are compared with one another: one is opened, the others wait', async () => {
  await app.setRegistration('open')
  const person = newPerson()
  const answers = await app.together(
    Array.from({ length: 4 }, () => () => app.register(form({ ...newPerson(), bankNumber: person.bankNumber }))),
  )
  expect(answers.map((one) => one.body.status).toSorted()).toEqual(['pending', 'pending', 'pending', 'success'])
})

test('no handler logged an error', () => {
  expect(app.errors).toEqual([])
})
