import { setTimeout as sleep } from 'node:timers/promises'
import {
  enterMember,
  newMember,
  openFirstGame,
  openWindow,
  registerMember,
  registrationOf,
  textAt,
  unknownId,
  type Caller,
  type World,
} from './world.ts'

/** Blocked and excluded members, limits, passwords, sessions; and the books checks of the office. */

/** A member blocked by the platform and a self-excluded one, both with money and an open game window. */
export async function walkRestrictions(world: World): Promise<void> {
  world.recorder.section('restrictions')
  const blocked = await newMember(world, { name: 'restricted', id: 'stillwater', nick: '고요', cash: '90000' })
  world.ids['window restricted'] = await openWindow(blocked)
  await world.program.sql('UPDATE member SET status = $1 WHERE login_id_key = $2', ['blocked', 'stillwater'])
  await blocked.call('routes/user-health-check')
  await enterMember(world, { name: 'restricted', id: 'stillwater', pw: blocked.pw }, 'cookie')
  world.member.restricted = blocked
  const excluded = await newMember(world, { name: 'excluded', id: 'restful', nick: '쉼표', cash: '90000' })
  world.ids['window excluded'] = await openWindow(excluded)
  await excluded.call('routes/take-a-break', { lasts: 'never' })
  await excluded.call('routes/take-a-break', { lasts: '24h' })
  await excluded.call('routes/get-limits')
  await excluded.call('routes/exclude-me', { lasts: '6 months', pw: excluded.pw })
  await excluded.call('routes/exclude-me', { lasts: '6m', pw: 'not-this-one' })
  await excluded.call('routes/exclude-me', { lasts: '6m', pw: excluded.pw })
  const again = await enterMember(world, { name: 'excluded', id: 'restful', pw: excluded.pw, pin: excluded.pin })
  await enterMember(world, { name: 'excluded', id: 'restful', pw: excluded.pw }, 'cookie')
  await again.call('routes/user-health-check')
  await again.call('routes/get-limits')
  world.member.excluded = again
}

export async function walkLimits(world: World): Promise<void> {
  world.recorder.section('limits')
  const careful = await newMember(world, { name: 'careful', id: 'careful', nick: '조심', cash: '200000' })
  const set = (kind: string, period: string, most: unknown, confirm?: boolean) =>
    careful.call('routes/set-limit', { kind, period, most, ...(confirm !== undefined && { confirm }) })
  await careful.call('routes/get-limits')
  await set('deposit', 'day', '250000')
  await set('deposit', 'day', '300000')
  await set('deposit', 'day', '300000')
  await set('deposit', 'day', '300000', true)
  await set('deposit', 'day', '240000')
  await set('wager', 'week', null)
  await set('loss', 'month', '50000')
  await set('loss', 'month', null)
  await set('session_time', 'day', '60')
  await set('session_time', 'day', '60.5')
  await set('session_time', 'day', '0')
  await set('wager', 'day', '-5')
  await set('steps', 'day', '1')
  await careful.call('routes/get-limits')
  const apply = (balance: string) =>
    careful.call('routes/apply-user-deposit', { requestId: world.requestId(), balance })
  await apply('50000')
  await apply('40000')
  const listed = await world.office.manager.call('office/get-members', { search: 'careful' })
  const { members = [] } = listed.json as { members?: { id: string }[] }
  await world.office.auditor.call('office/get-member', { id: members[0]?.id ?? unknownId })
  await careful.call('routes/set-limit', { kind: 'loss', period: 'day', most: '100' })
  await careful.call('routes/open-game', openFirstGame)
  await careful.call('routes/user-transfer-in', { requestId: world.requestId(), company: 'lotus', balance: '60000' })
}

export async function walkAccount(world: World): Promise<void> {
  world.recorder.section('account')
  const person = { name: 'account', id: 'evergreen', pw: 'moonlit-hall-7', pin: '2580' }
  await registerMember(world, person.id, '상록수')
  const [first, other] = [await enterMember(world, person), await enterMember(world, person)]
  const listed = await first.call('routes/get-member')
  const { sessions = [] } = listed.json as { sessions?: { id: string; current: boolean }[] }
  await first.call('routes/end-session', { id: sessions.find((one) => !one.current)?.id ?? unknownId })
  await first.call('routes/end-session', { id: unknownId })
  await other.call('routes/get-member')
  await enterMember(world, person)
  await first.call('routes/end-other-sessions')
  const change = (pw: string, newPw: string) => first.call('routes/change-password', { pw, newPw })
  await change('not-this-one', 'harbour-lights-9')
  await change(person.pw, '1234')
  await change(person.pw, 'harbour-lights-9')
  await first.call('routes/change-exchange-pass', { pw: person.pw, pass: '7391' })
  await first.call('routes/change-exchange-pass', { pw: 'harbour-lights-9', pass: '1111' })
  await first.call('routes/change-exchange-pass', { pw: 'harbour-lights-9', pass: '7391' })
  await first.call('routes/get-member')
  await walkReset(world, { ...person, pw: 'harbour-lights-9' })
  const last = await enterMember(world, { ...person, pw: 'quiet-river-5' }, 'cookie')
  await last.call('routes/apply-user-withdraw', { requestId: world.requestId(), balance: '10000', pass: '7391' })
  await last.call('routes/user-logout')
  await last.call('routes/user-health-check')
}

async function walkReset(world: World, person: { id: string; pw: string }): Promise<void> {
  const { guest } = world.member
  const { support, auditor, manager } = world.office
  const { phone: ownPhone } = registrationOf(person.id, '')
  const requestReset = (id: string, phone = ownPhone) => guest.call('routes/ask-password-reset', { id, phone })
  await requestReset(person.id)
  await requestReset('nobody')
  await requestReset('careful', '010-9999-9999')
  const listed = await support.call('office/get-password-resets')
  const { resets = [] } = listed.json as { resets?: { id: string; member: { userId: string } }[] }
  const resetOf = (userId: string): string => resets.find((one) => one.member.userId === userId)?.id ?? unknownId
  const id = resetOf(person.id)
  await support.call('office/open-password-reset', { id })
  await auditor.call('office/open-password-reset', { id })
  const issued = await support.call('office/issue-reset-code', { id })
  const code = textAt(issued, 'code')
  world.recorder.mask(code, '‹reset code›')
  await auditor.call('office/get-password-resets')
  const reset = (given: string, newPw: string) =>
    guest.call('routes/reset-password', { id: person.id, code: given, newPw })
  await reset('00000000', 'quiet-river-5')
  await reset(code, 'short')
  await reset(code, 'quiet-river-5')
  await reset(code, 'quiet-river-6')
  await guest.call('routes/user-do-login', { id: person.id, pw: person.pw })
  await requestReset('haneul', '01000000000')
  const again = await manager.call('office/get-password-resets')
  const { resets: left = [] } = again.json as { resets?: { id: string }[] }
  const refused = left[0]?.id ?? unknownId
  await manager.call('office/refuse-password-reset', { id: refused, reason: '' })
  await manager.call('office/refuse-password-reset', { id: refused, reason: '본인 확인 실패' })
  await manager.call('office/issue-reset-code', { id: refused })
  await manager.call('office/open-password-reset', { id: unknownId })
  world.ids['reset'] = refused
}

const booksMs = 60_000

export async function walkBooks(world: World, part: string): Promise<void> {
  world.recorder.section(part)
  const { manager, auditor } = world.office
  await auditor.call('office/get-books')
  const begun = await manager.call('office/check-books')
  await untilEnded(auditor, textAt(begun, 'run.id'))
  await auditor.call('office/get-book-run', { id: textAt(begun, 'run.id') })
  await auditor.call('office/get-book-run', { id: unknownId })
  await manager.call('office/get-books', { take: 1 })
  await manager.call('office/me')
  world.ids['run'] = textAt(begun, 'run.id')
}

async function untilEnded(caller: Caller, id: string): Promise<void> {
  const end = performance.now() + booksMs
  while (performance.now() < end) {
    const answer = await caller.call('office/get-book-run', { id }, { quiet: true })
    const { run } = answer.json as { run?: { endedAt: string | null } }
    if (run !== undefined && run.endedAt !== null) return
    await sleep(100)
  }
  throw new Error('The books check did not end.')
}
