import { randomUUID } from 'node:crypto'
import { wholeUnits } from '#domain/money.ts'
import { makeMember, makeOperator, type OperatorOptions, type Site } from '#server/seed/builders.ts'
import type { Program } from '../program.ts'
import { officeCaller, type Answer, type Caller } from './calls.ts'

/**
 * Who sits at the office: `signed-out` at its sign-in, the managers and the auditor of the demo data's kind, and
 * `unenrolled`, who has no second factor yet.
 */
export const desks = ['signed-out', 'manager', 'chief', 'unenrolled'] as const
/** The telephone of the excluded member, which a waiting registration and another account have too. */
export const excludedPhone = '01091827364'
export type DeskName = (typeof desks)[number]

export function isDesk(who: string): who is DeskName {
  return desks.some((desk) => desk === who)
}

export type Desks = {
  secrets: Readonly<Partial<Record<DeskName, { login: string; pw: string }>>>
  /** The member whom the screens open. */
  memberId: string
  blockedId: string
  /** A member with the telephone of an excluded one. */
  alikeId: string
}

type Setup = { program: Program; site: Site; brand: { id: number }; memberId: string }

/** Adds operators and what waits for them: registrations, resets, corrections, blocks, a reset by two managers. */
export async function fillDesks({ program, site, brand, memberId }: Setup): Promise<Desks> {
  const operator = (login: string, more: OperatorOptions) =>
    makeOperator(site, { login, name: login, password: `${login}-office-1`, demo: true, ...more })
  await operator('chief', { name: '서지안', roles: ['manager'] })
  const helper = await operator('minseo', { name: '김민서', roles: ['support', 'cashier'] })
  await operator('unenrolled', { name: '한도윤', roles: ['manager'], demo: false })
  const manager = await officeCaller(program.office, 'manager')
  const chief = await officeCaller(program.office, 'chief')
  const shared = { phone: '01023456789', bankOwner: '한가람', birth: '1988-02-14' }
  await makeMember(site, brand, { loginId: 'firstsnow', nick: '첫눈', ...shared, status: 'pending' })
  await makeMember(site, brand, { loginId: 'riverside', nick: '강가에서', status: 'pending', phone: '01077778888' })
  await makeMember(site, brand, { loginId: 'latespring', nick: '늦봄', status: 'pending', phone: excludedPhone })
  const alike = await makeMember(site, brand, { loginId: 'oldharbor', nick: '옛항구', phone: excludedPhone })
  const blocked = await makeMember(site, brand, { loginId: 'longnight', nick: '긴밤', cash: wholeUnits(81_000) })
  const until = new Date(Date.now() + 9 * 86_400_000).toISOString()
  await must(manager, 'block-member', {
    id: blocked.publicId,
    until,
    reason: '다른 사람 명의의 계좌로 입금해 확인하고 있습니다.',
  })
  await requestReset(program.site, { id: 'moonlight', phone: '010-2345-6789' })
  await requestReset(program.site, { id: 'demo', phone: '010-0000-0000' })
  await correct(manager, chief, memberId)
  await must(chief, 'propose-operator-reset', {
    id: helper.publicId,
    requestId: randomUUID(),
    reason: '휴대폰을 분실했다고 직접 찾아와 요청했습니다.',
  })
  return {
    secrets: Object.fromEntries(
      ['manager', 'chief', 'unenrolled'].map((login) => [login, { login, pw: `${login}-office-1` }]),
    ),
    memberId,
    blockedId: blocked.publicId,
    alikeId: alike.publicId,
  }
}

/** One correction that was approved, one that was refused, and one that waits. */
async function correct(manager: Caller, chief: Caller, memberId: string): Promise<void> {
  const propose = async (account: string, amount: string, reason: string): Promise<string> => {
    const answer = await must(manager, 'propose-correction', {
      id: memberId,
      requestId: randomUUID(),
      account,
      amount,
      reason,
    })
    return (answer['correction'] as { id: string }).id
  }
  const approved = await propose('cash', '5000', '은행 수수료 5,000원을 보전해 드립니다.')
  await must(chief, 'approve-correction', { id: approved, requestId: randomUUID() })
  const refused = await propose('comp', '1200', '빠진 콤프를 적립해 드립니다.')
  await must(chief, 'refuse-correction', { id: refused, requestId: randomUUID(), reason: '적립 내역과 다릅니다.' })
  await propose('cash', '-45000', '11월 20일 입금 45,000원이 두 번 반영되어 한 건을 되돌립니다.')
}

async function requestReset(site: string, who: { id: string; phone: string }): Promise<void> {
  const answer = await fetch(`${site}/api/routes/ask-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site },
    body: JSON.stringify(who),
  })
  if (!answer.ok) throw new Error(`a reset of ${who.id} answered ${answer.status}`)
}

async function must(by: Caller, name: string, body: object): Promise<Answer> {
  const answer = await by(`office/${name}`, body)
  if (answer.status !== 'success') throw new Error(`${name} answered ${JSON.stringify(answer)}`)
  return answer
}
