import { proveSessions } from '#test/proven-session.ts'
import { randomUUID } from 'node:crypto'
import { totpCode } from '#test/totp.ts'
import { makePlayer, type Operator } from './fault-app.ts'
import { callMember, callOffice, openRequests, type Attack } from './operator-attack.ts'

/** A part of the program of the lone operator: a manager who enrols in the place of another operator. */

/** The open proposal to reset an operator, and their id, as an operator sees them. */
async function seenOperator(attack: Attack, login: string): Promise<{ id: string; reset: { id: string } | null }> {
  const { operators } = await callOffice(attack, 'get-operators', { take: 100 })
  const found = (operators as { id: string; login: string; reset: { id: string } | null }[]).find(
    (one) => one.login === login,
  )
  if (found === undefined) throw new Error(`${login} is not listed`)
  return found
}

/**
 * A manager tries to become a second operator: first alone; then with the code of a reset that a colleague proposed in
 * good faith, which the manager approves and uses in the operator's place. The two accounts then decide for each other.
 */
export async function takeIdentity(
  attack: Attack,
  { chief, victim }: { chief: Operator; victim: Operator },
): Promise<string[]> {
  const faults: string[] = []
  const { id } = await seenOperator(attack, victim.name)
  const key = randomUUID()
  await callOffice(attack, 'propose-operator-reset', { id, requestId: key, reason: 'lost phone' })
  const own = (await seenOperator(attack, victim.name)).reset?.id
  for (const requestId of [key, randomUUID()]) {
    const { status } = await callOffice(attack, 'approve-operator-reset', { id: own, requestId })
    if (status === 'success') faults.push('one manager reset an operator alone')
  }
  const colleague = { ...attack, operator: chief }
  await callOffice(colleague, 'refuse-operator-reset', { id: own, requestId: randomUUID(), reason: 'not asked for' })
  await callOffice(colleague, 'propose-operator-reset', { id, requestId: randomUUID(), reason: 'lost phone' })
  const proposed = (await seenOperator(attack, victim.name)).reset?.id
  const approval = { id: proposed, requestId: randomUUID() }
  const { code } = await callOffice(attack, 'approve-operator-reset', approval)
  const taken = { ...attack, operator: await enrolAs(attack, victim, String(code)) }
  for (const [one, other] of [
    [attack, taken],
    [taken, attack],
  ] as const) {
    faults.push(...(await correctForEachOther(one, other)), ...(await payForEachOther(one, other)))
  }
  return faults
}

/** Enrols with the code of a reset in the operator's place, and signs in with a new app. */
async function enrolAs(attack: Attack, victim: Operator, code: string): Promise<Operator> {
  const { app } = attack
  const [login, newPw] = [victim.name, `taken-${randomUUID()}`]
  const enrolled = await callOffice(attack, 'enrol-operator', { login, code, newPw })
  if (enrolled.status !== 'success') throw new Error(`the enrolment answered ${enrolled.status}`)
  const office = `http://127.0.0.1:${app.officePort}`
  const response = await fetch(`${office}/api/office/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: office },
    body: JSON.stringify({ login, pw: newPw }),
  })
  const token = /^office=([^;]*)/.exec(
    response.headers.getSetCookie().find((one) => one.startsWith('office=')) ?? '',
  )?.[1]
  if (token === undefined) throw new Error(`the sign-in answered ${await response.text()}`)
  const taken = { ...attack, operator: { ...victim, token } }
  const { secret } = await callOffice(taken, 'begin-totp', {})
  const first = await callOffice(taken, 'enrol-totp', { name: 'Phone', code: totpCode(String(secret)) })
  if (first.status !== 'success') throw new Error(`the enrolment of an app answered ${first.status}`)
  await callOffice(taken, 'confirm-recovery-codes', {})
  // A proof for as many acts as the program makes, as the other operators have.
  const { rows } = await app.ownerPool.query<{ id: bigint }>('SELECT id FROM operator WHERE login = $1', [login])
  for (const { id } of rows) await proveSessions(app.ownerPool, app.site.config.secret, id)
  return taken.operator
}

async function correctForEachOther(one: Attack, other: Attack): Promise<string[]> {
  const player = await makePlayer(one.app.site, one.app.brand, { cash: 0n })
  const correction = { account: 'cash', amount: '400000', reason: '정정' }
  const body = { id: player.publicId, requestId: randomUUID(), ...correction }
  const { correction: proposed } = await callOffice(one, 'propose-correction', body)
  const { id } = proposed as { id: string }
  const { status } = await callOffice(other, 'approve-correction', { id, requestId: randomUUID() })
  countAsOne(one, status === 'self')
  return status === 'success' ? ['one person corrected a balance as two operators'] : []
}

/** One account credits a member, the other pays; and one gives the first approval of the payment, the other pays. */
async function payForEachOther(one: Attack, other: Attack): Promise<string[]> {
  const player = await makePlayer(one.app.site, one.app.brand, { cash: 0n })
  await callMember(one, player, 'routes/apply-user-deposit', { requestId: randomUUID(), balance: '20000' })
  for (const { id } of await openRequests(one, player, 'deposit')) {
    await callOffice(one, 'claim-request', { id })
    await callOffice(one, 'approve-deposit', { id, requestId: randomUUID(), credited: '20000' })
  }
  const filed = { requestId: randomUUID(), balance: '20000', pass: player.pin }
  await callMember(one, player, 'routes/apply-user-withdraw', filed)
  for (const { id } of await openRequests(one, player, 'withdraw')) {
    await callOffice(other, 'claim-request', { id })
    const paid = await callOffice(other, 'pay-withdrawal', { id, requestId: randomUUID() })
    countAsOne(one, paid.status === 'second')
    await callOffice(other, 'approve-withdrawal', { id, requestId: randomUUID() })
    const claimed = await callOffice(one, 'claim-request', { id, takeOver: one.operator.isManager })
    countAsOne(one, claimed.status === 'self')
    const { status } = await callOffice(one, 'pay-withdrawal', { id, requestId: randomUUID() })
    if (status === 'success' || paid.status === 'success') return ['one person paid as two operators']
  }
  return []
}

function countAsOne({ figures }: Attack, isRefused: boolean): void {
  if (isRefused) figures['refusedAsOne'] = (figures['refusedAsOne'] ?? 0) + 1
}
