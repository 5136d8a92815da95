import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { encryptName } from '#server/auth/encrypted-name.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { makeMember, makeSession } from '#server/seed/builders.ts'
import { changedBy } from '#test/changed-tables.ts'
import {
  atOther,
  contact,
  createPersonApp,
  form,
  newPerson,
  pending,
  unapprovable,
  type PersonApp,
} from '#test/person-app.ts'
import type { TestResponse } from '#test/test-app.ts'
import { preparePersonMarks } from './marking.ts'

/** Registrations of persons who are excluded, and the other accounts to which their exclusion extends. */

let app: PersonApp
beforeAll(async () => {
  app = await createPersonApp()
})
afterAll(() => app.close())

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

describe('a registration with the telephone or bank account of an excluded member', () => {
  test('waits and cannot be approved, at every brand of the installation, also where a brand needs no approval', async () => {
    for (const registration of ['approval', 'open'] as const) {
      await app.setRegistration(registration)
      const person = newPerson()
      const excluded = await app.makeExcluded(person)
      const { phone, bankNumber } = newPerson()
      for (const [change, by, headers] of [
        [{ banknum: bankNumber, bankOwner: '다른이', phone: `+82 ${person.phone.slice(1)}` }, 'phone', {}],
        [{ phone, bankOwner: '다른이', banknum: [...person.bankNumber].join('-') }, 'account', {}],
        [{}, 'account person phone', atOther],
      ] as const) {
        const body = form(person, change)
        expect(await app.attemptToOpen(body, headers)).toEqual(unapprovable)
        expect(await app.audited('registration.match')).toContainEqual({
          subject: await app.publicIdOf(body),
          actor: 'system',
          matched: excluded.publicId,
          by,
          excluded: true,
          status: 'active',
        })
      }
    }
    await app.setRegistration('approval')
  })

  test('may be approved once the exclusion has ended', async () => {
    const person = newPerson()
    const member = await app.makeExcluded(person)
    const body = form({ ...newPerson(), phone: person.phone })
    expect(await app.attemptToOpen(body)).toEqual(unapprovable)
    await app.endExclusion(member)
    const id = await app.publicIdOf(body)
    expect((await app.support('approve-registration', { id })).body.status).toBe('duplicate')
    expect((await app.support('approve-registration', { id, confirmDuplicate: true })).body.status).toBe('success')
  })

  test('reveals nothing: answers and statements are those for a member who is not restricted', async () => {
    const seen: Record<string, { answer: unknown; statements: string[] }[]> = {}
    for (const registration of ['approval', 'open'] as const) {
      await app.setRegistration(registration)
      for (const status of ['active', 'excluded', 'on a break', 'blocked'] as const) {
        const person = newPerson()
        const member = await makeMember(app.deps, app.brand, {
          ...person,
          status: status === 'blocked' ? 'blocked' : 'active',
        })
        if (status === 'excluded') await app.exclude(member)
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
          const response = await app.register(form(known))
          stop()
          // One audit row for each matched member: the values of the one statement differ, not the number of statements.
          const own = statements.filter((text) => !text.includes('brand_domain'))
          const texts = own.map((text) => text.replace(/values .*/, 'values'))
          const key = `${registration} ${by}`
          seen[key] = [...(seen[key] ?? []), { answer: response.body, statements: texts }]
        }
      }
    }
    await app.setRegistration('approval')
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
    const member = await app.makeExcluded(person)
    const body = form(person)
    let response: TestResponse | undefined
    const changed = await changedBy(app.ownerPool, async () => {
      response = await app.register(body)
    })
    expect(response?.body).toEqual(contact)
    expect(changed).toEqual(['audit'])
    expect((await app.audited('registration.contact')).at(-1)).toEqual({
      subject: '',
      actor: 'system',
      matched: member.publicId,
      by: 'account person phone',
      excluded: true,
      status: 'active',
    })
    // The same again gets the same answer, and the id is not reserved.
    expect((await app.register(body)).body).toEqual(contact)
    expect((await app.member('check-user-id', { body: { id: body['id'] } })).body).toEqual({ status: 'success' })
    const shared = newPerson()
    for (let count = 0; count < 2; count += 1) {
      await makeMember(app.deps, app.brand, { ...newPerson(), bankNumber: shared.bankNumber })
    }
    expect((await app.register(form(shared))).body).toEqual(contact)
  })

  test('is not kept out by registrations of strangers with that number, which wait', async () => {
    await app.setRegistration('approval')
    const owner = newPerson()
    for (let count = 0; count < 3; count += 1) {
      const stranger = form({ ...newPerson(), bankNumber: owner.bankNumber })
      expect((await app.register(stranger)).body).toEqual(pending)
    }
    expect((await app.register(form(owner))).body).toEqual(pending)
  })
})

describe('an excluded member', () => {
  test('is found by every telephone and bank account that they ever had', async () => {
    const before = newPerson()
    const member = await makeMember(app.deps, app.brand, before)
    const now = newPerson()
    const encryption = createEncryption(app.deps.config)
    await app.ownerPool.query(
      `UPDATE member_person SET phone_sealed = $2, bank_number_sealed = $3, bank_owner = $4 WHERE member_id = $1`,
      [
        member.id,
        encryption.encryptText({ of: 'phone', ...member }, now.phone).encrypted,
        encryption.encryptText({ of: 'account', ...member }, now.bankNumber).encrypted,
        encryptName(app.deps.config, { of: 'account-owner', ...member }, '개명한이'),
      ],
    )
    await app.exclude(member)
    await preparePersonMarks(app.deps)
    for (const { phone, bankNumber } of [before, now]) {
      expect(await app.attemptToOpen(form({ ...newPerson(), phone }))).toEqual(unapprovable)
      expect(await app.attemptToOpen(form({ ...newPerson(), bankNumber }))).toEqual(unapprovable)
    }
  })
})

describe('a registration with the name and birth date of an excluded member', () => {
  test('waits for the office, also where the brand needs no approval, with a mark and an audit row', async () => {
    const person = newPerson()
    const excluded = await app.makeExcluded(person)
    await app.setRegistration('open')
    const body = form({
      ...newPerson(),
      bankOwner: [...person.bankOwner].join(' ').normalize('NFD'),
      birth: person.birth,
    })
    const free = form()
    const [answer, freeAnswer] = [await app.register(body), await app.register(free)]
    await app.setRegistration('approval')
    expect(answer.body).toEqual({ status: 'pending' })
    expect(freeAnswer.body).toEqual({ status: 'success' })
    const id = await app.publicIdOf(body)
    expect(await app.listed(id)).toMatchObject({
      approval: 'duplicate',
      matches: [{ id: excluded.publicId, userId: excluded.loginId, by: ['person'], excluded: true, status: 'active' }],
    })
    expect(await app.audited('registration.match')).toContainEqual({
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

describe('an exclusion', () => {
  test('extends to every account that is certainly of the same person, at every brand, and marks the others', async () => {
    const person = newPerson()
    const member = await makeMember(app.deps, app.brand, person)
    const same = await makeMember(app.deps, app.other, {
      ...newPerson(),
      ...person,
      bankNumber: newPerson().bankNumber,
    })
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
    expect((await app.audited('limit.exclusion-extended')).at(-1)).toEqual({
      subject: same.publicId,
      by: 'person phone',
      until: expect.stringMatching(/^\d{4}-/),
      ...matched,
    })
    expect((await app.audited('limit.exclusion-match')).slice(-2)).toEqual([
      { subject: samePhone.publicId, by: 'phone', ...matched },
      { subject: sameName.publicId, by: 'person', ...matched },
    ])
    const opened = await app.support('get-member', { id: samePhone.publicId })
    expect(opened.body['matches']).toContainEqual(
      expect.objectContaining({ id: member.publicId, by: ['phone'], excluded: true }),
    )
  })

  test('leaves no act at others when it changes nothing', async () => {
    const person = newPerson()
    const member = await makeMember(app.deps, app.brand, person)
    await makeMember(app.deps, app.brand, { ...newPerson(), phone: person.phone })
    const { token } = await makeSession(app.deps, member)
    const breakOf = (lasts: string) => app.member('take-a-break', { token, body: { lasts } })
    expect((await breakOf('7d')).body.status).toBe('success')
    const before = await app.audited('limit.break-match')
    expect(before.at(-1)).toMatchObject({ matched: member.publicId, by: 'phone' })
    expect((await breakOf('24h')).body.status).toBe('success')
    expect(await app.audited('limit.break-match')).toEqual(before)
  })

  test('holds against other spellings of the telephone and the name, and those that cannot exist are refused', async () => {
    const person = { ...newPerson(), bankOwner: 'Anna Lena Müller' }
    const national = person.phone.slice(1)
    await app.makeExcluded(person)
    const approvalOf = async (change: Record<string, unknown>): Promise<unknown> => {
      const body = form({ ...newPerson(), birth: person.birth }, change)
      expect([200, await app.register(body).then((answer) => answer.body)]).toEqual([200, { status: 'pending' }])
      const listed = await app.support('get-registrations', { take: 100 })
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
    const refused = async (change: Record<string, unknown>) => (await app.register(form(newPerson(), change))).body
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
    expect((await app.register(twin)).body).toEqual(pending)
    const id = await app.publicIdOf(twin)
    const approval = await app.support('approve-registration', { id, confirmDuplicate: true })
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
    await app.setRegistration('open')
    for (let round = 0; round < 4; round += 1) {
      const person = newPerson()
      const member = await makeMember(app.deps, app.other, { ...person, bankNumber: newPerson().bankNumber })
      const { token } = await makeSession(app.deps, member)
      const body = form(person)
      const [excluded, registered] = await app.together([
        () =>
          app.member('exclude-me', {
            body: { lasts: '6m', pw: member.password },
            headers: { ...atOther, cookie: `__Host-session=${token}` },
          }),
        () => app.register(body),
      ])
      expect(excluded?.body.status).toBe('success')
      const { rows } = await app.ownerPool.query<{ status: string; excluded: boolean }>(
        `SELECT status, coalesce(excluded_until > now(), false) AS excluded FROM member WHERE login_id = $1`,
        [body['id']],
      )
      expect(registered?.body).toEqual(pending)
      expect(rows).toEqual([{ status: 'pending', excluded: expect.any(Boolean) as boolean }])
      const approval = await app.support('approve-registration', {
        id: await app.publicIdOf(body),
        confirmDuplicate: true,
      })
      expect(approval.body.status).toBe('excluded')
    }
    await app.setRegistration('approval')
  })
})

test('no handler logged an error', () => {
  expect(app.errors).toEqual([])
})
