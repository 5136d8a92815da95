import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSecret, type AppSecret } from '#server/config.ts'
import { makeMember, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { wholeUnits } from '#domain/money.ts'
import { expectCleanBooks } from '#test/books.ts'
import { newRequestId, type TestResponse } from '#test/test-app.ts'
import { createPersonApp, form, newPerson, unapprovable, type PersonApp } from '#test/person-app.ts'
import { until, untilWaiting } from '#test/until.ts'
import { forgetPersonMarks, preparePersonMarks, startPersonMarking } from './marking.ts'

/** The hashes by which persons are compared: how long they last, under which key, and rows of before them. */

let app: PersonApp
beforeAll(async () => {
  app = await createPersonApp()
})
afterAll(() => app.close())

describe('the hashes', () => {
  test('outlive erasure until the exclusion ends, for ever where it has no end', async () => {
    const [person, ever, free] = [newPerson(), newPerson(), newPerson()]
    const member = await app.makeExcluded(person)
    const forEver = await makeMember(app.deps, app.brand, ever)
    await app.exclude(forEver, null)
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
    expect(await app.attemptToOpen(waiting)).toEqual(unapprovable)
    expect(await app.attemptToOpen(form({ ...newPerson(), bankNumber: ever.bankNumber }))).toEqual(unapprovable)
    await app.endExclusion(member)
    const running = startPersonMarking(app.deps)
    await until(async () => (await count(member)) === 0)
    await running.stop()
    expect(await count(forEver)).toBe(3)
    expect(await app.listed(await app.publicIdOf(waiting))).toMatchObject({ approval: 'free' })
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
    const member = await app.makeExcluded(person)
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
    expect(await app.attemptToOpen(form({ ...newPerson(), phone: person.phone }))).toEqual(unapprovable)
    const running = startPersonMarking(app.deps)
    await until(async () => (await unmarked()).length === 0)
    await running.stop()
    const body = form({ ...newPerson(), phone: free.phone })
    await app.register(body)
    expect(await app.listed(await app.publicIdOf(body))).toMatchObject({ matches: [{ id: usual.publicId }] })
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
    const member = await app.makeExcluded(person)
    const twin = await makeMember(app.deps, app.other, twinOf(person))
    const samePhone = await makeMember(app.deps, app.brand, { ...newPerson(), phone: person.phone })
    const [late, marked] = [await app.makeExcluded(otherWay), await makeMember(app.deps, app.brand, twinOf(otherWay))]
    await unmark([twin, samePhone, late])

    // The excluded one is hashed before the program listens.
    await preparePersonMarks(app.deps)
    expect(await endOf(twin)).toBeNull()
    expect(Math.abs(Number(await endOf(marked)) - Number(await endOf(late)))).toBeLessThan(1_000)

    const running = startPersonMarking(app.deps)
    await until(async () => (await endOf(twin)) !== null)
    await running.stop()
    expect(Math.abs(Number(await endOf(twin)) - Number(await endOf(member)))).toBeLessThan(1_000)
    expect(await endOf(samePhone)).toBeNull()
    const end = (await endOf(twin))?.toISOString()
    expect((await app.audited('limit.exclusion-extended')).at(-1)).toEqual({
      subject: twin.publicId,
      actor: 'system',
      matched: member.publicId,
      by: 'person phone',
      until: end,
    })
    const acts = (await app.audited('limit.exclusion-extended')).length
    await preparePersonMarks(app.deps)
    expect(await app.audited('limit.exclusion-extended')).toHaveLength(acts)
    const { rows } = await app.ownerPool.query('SELECT 1 FROM wallet WHERE member_id = $1 AND limited', [
      String(twin.id),
    ])
    expect(rows).toHaveLength(1)
  })

  test('are made again for rows of an earlier form, in which zeros and invisible letters counted', async () => {
    const person = newPerson()
    const member = await app.makeExcluded({
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
    expect(rows).toEqual([{ marked_key: expect.stringMatching(/\/6$/) as string }])
    expect(await app.attemptToOpen(form({ ...newPerson(), bankNumber: person.bankNumber }))).toEqual(unapprovable)
    const named = form({ ...newPerson(), bankOwner: person.bankOwner, birth: person.birth })
    await app.register(named)
    expect(await app.listed(await app.publicIdOf(named))).toMatchObject({ approval: 'duplicate' })
  })

  test('go with the account: it is closed for good, once nothing is left to pay', async () => {
    const erase = (one: MadeMember) => app.ownerPool.query('SELECT erase_person($1) AS erased', [String(one.id)])
    const rich = await makeMember(app.deps, app.brand, { ...newPerson(), cash: wholeUnits(1) })
    await expect(erase(rich)).rejects.toThrow('has money: pay it out first')
    const member = await makeMember(app.deps, app.brand, newPerson())
    const { token } = await makeSession(app.deps, member)
    const asMember = (name: string, body: object = {}) => app.member(name, { token, body })
    await asMember('apply-user-deposit', { requestId: newRequestId(), balance: '20000' })
    await expect(erase(member)).rejects.toThrow('has an open request: decide it first')
    const { body } = await asMember('get-money-requests')
    const [open] = body['balances'] as { id: string }[]
    expect((await asMember('cancel-money-request', { id: open?.id })).body.status).toBe('success')
    expect((await erase(member)).rows).toEqual([{ erased: true }])
    expect((await asMember('get-member')).code).toBe(401)
    const credentials = { id: member.loginId, pw: member.password }
    const signedIn = await app.member('user-do-login', { body: credentials })
    expect(signedIn.body).toEqual({ status: 'fail', message: 'msg2030' })
    const opened = await app.support('get-member', { id: member.publicId })
    expect(opened.body).toMatchObject({ status: 'success', member: { status: 'blocked' } })
    const unblock = { id: member.publicId, reason: '재개' }
    expect((await app.support('unblock-member', unblock)).body).toEqual({ status: 'state' })
    const block = { id: member.publicId, reason: '재개', until: new Date(Date.now() + 86_400_000).toISOString() }
    expect((await app.support('block-member', block)).body).toEqual({ status: 'state' })
    // Other tests of this file end exclusions by hand.
    await expectCleanBooks(app.ownerPool, [], ['exclusions'])
  })

  test('go with a registration that waits: nobody can approve it any more', async () => {
    const person = newPerson()
    await app.makeExcluded(person)
    const body = form({ ...newPerson(), phone: person.phone, bankOwner: person.bankOwner, birth: person.birth })
    await app.register(body)
    const id = await app.publicIdOf(body)
    expect(await app.listed(id)).toMatchObject({ approval: 'excluded' })
    const { rows } = await app.ownerPool.query('SELECT erase_person(id) AS erased FROM member WHERE public_id = $1', [
      id,
    ])
    expect(rows).toEqual([{ erased: true }])
    expect(await app.listed(id)).toBeUndefined()
    const approval = await app.support('approve-registration', { id, confirmDuplicate: true })
    expect(approval.body).toEqual({ status: 'late', by: '' })
    await expectCleanBooks(app.ownerPool, [], ['exclusions'])
  })

  test('go with the account, also beside a deposit and an approval that are under way', async () => {
    const erasing = async (id: bigint, call: () => Promise<TestResponse>) => {
      const answer = await app.ownerDb.transaction().execute(async (tx) => {
        const { rows } = await sql<{ erased: boolean }>`SELECT erase_person(${id}) AS erased`.execute(tx)
        const underway = call()
        await untilWaiting(app.ownerPool, 1)
        return { erased: rows[0]?.erased, underway }
      })
      return [answer.erased, (await answer.underway).body.status]
    }
    const member = await makeMember(app.deps, app.brand, newPerson())
    const { token } = await makeSession(app.deps, member)
    const deposit = { token, body: { requestId: newRequestId(), balance: '20000' } }
    expect(await erasing(member.id, () => app.member('apply-user-deposit', deposit))).toEqual([true, 'wait'])
    const body = form()
    await app.register(body)
    const id = await app.publicIdOf(body)
    const { rows } = await app.ownerPool.query<{ id: bigint }>('SELECT id FROM member WHERE public_id = $1', [id])
    const approve = () => app.support('approve-registration', { id, confirmDuplicate: true })
    expect(await erasing(rows[0]?.id ?? 0n, approve)).toEqual([true, 'late'])
    await expectCleanBooks(app.ownerPool, [], ['exclusions'])
  })

  test('still match after a change of APP_SECRET, also of erased persons, and a missing key refuses the start', async () => {
    const [erased, kept] = [newPerson(), newPerson()]
    const member = await app.makeExcluded(erased)
    await app.makeExcluded(kept)
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
      expect(await app.attemptToOpen(form({ ...newPerson(), phone: erased.phone }))).toEqual(unapprovable)
      expect(await app.attemptToOpen(form({ ...newPerson(), phone: kept.phone }))).toEqual(unapprovable)
    } finally {
      app.deps.config.secret = secret
    }
    for (const text of [`new:${fresh}`, old, `new:${randomBytes(32).toString('base64')},${old}`]) {
      const deps = { ...app.deps, config: { ...app.deps.config, secret: secretOf(text) } }
      await expect(preparePersonMarks(deps)).rejects.toThrow(/APP_SECRET lacks the key/)
    }
  })

  test('of values under a lost key are not tried, which is reported once', async () => {
    await app.makeExcluded(newPerson())
    await makeMember(app.deps, app.brand, newPerson())
    // The statements of docs/operations.md, "When the secret is lost".
    await app.ownerPool.query(
      'DELETE FROM person_mark; DELETE FROM person_mark_key; UPDATE member_person SET marked_key = NULL',
    )
    const { rows } = await app.ownerPool.query<{ count: number }>(
      'SELECT count(*)::int FROM member_person WHERE erased_at IS NULL',
    )
    const { keyId } = app.deps.config.secret
    const secret = parseSecret(`newest:${randomBytes(32).toString('base64')},${keyId}:lost,new:lost`)
    const lines: unknown[] = []
    const log = { ...app.deps.log, warn: (fields: unknown) => lines.push(fields) } as never
    await preparePersonMarks({
      ...app.deps,
      log,
      config: { ...app.deps.config, secret: secret ?? app.deps.config.secret },
    })
    expect(lines).toEqual([{ members: rows[0]?.count, lostKeys: [keyId, 'new'] }])
  })
})

test('no handler logged an error', () => {
  expect(app.errors).toEqual([])
})
