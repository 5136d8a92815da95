import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OfficeAuditAct } from '#contract/audit.ts'
import { english, eventually, expectText, press, renderForOperator, type, useFakeServer } from '#test/forms.tsx'
import { AuditPage } from './audit-page.tsx'

const { audit: texts, common, errors } = english.office
const server = useFakeServer()

const block: OfficeAuditAct = {
  number: '41',
  at: '2026-11-22T03:00:00.000Z',
  act: 'member.block',
  brand: 'nocturne',
  actor: { kind: 'operator', name: 'Hana', member: null },
  subject: {
    text: '019c1220-5b05-7d52-9f0a-3b7f5d1c2e4b',
    name: 'moon1',
    member: '019c1220-5b05-7d52-9f0a-3b7f5d1c2e4b',
  },
  detail: [
    { name: 'reason', value: 'Identity check' },
    { name: 'amount', value: '1234500' },
    { name: 'knownDevice', value: 'true' },
    { name: 'laterField', value: '{"a":1}' },
  ],
}
const unknown: OfficeAuditAct = {
  ...block,
  number: '40',
  act: 'later.act',
  actor: { kind: 'system', name: null, member: null },
  subject: { text: '', name: null, member: null },
  detail: [],
}
const page = (acts: OfficeAuditAct[], next: string | null = null) => ({ status: 'success', acts, next })
const facts = (): string[] =>
  [...document.querySelectorAll('aside dl > div')].map((fact) =>
    [...fact.children].map((child) => child.textContent).join(': '),
  )

test('shows an act in plain words, with the member’s page and the recorded values', async () => {
  server.reply('get-audit', page([block, unknown]))
  renderForOperator(<AuditPage />, ['auditor'])
  await screen.findByRole('button', { name: texts.acts.member_block })
  await expectText(texts.pick)
  // Phones hide the narrow columns.
  expect(screen.getByRole('columnheader', { name: texts.subject }).dataset['kind']).toBeUndefined()
  press(texts.acts.member_block)
  expect(facts()).toEqual([
    `${texts.when}: 2026-11-22 12:00`,
    `${texts.who}: Hana`,
    `${texts.subject}: moon1`,
    `${texts.brand}: nocturne`,
    `${texts.fields.reason}: Identity check`,
    `${texts.fields.amount}: 1,234,500`,
    `${texts.fields.knownDevice}: ${texts.yes}`,
    'laterField: {"a":1}',
    `${texts.number}: 41`,
    `${texts.recordedAs}: member.block · ${block.subject.text}`,
  ])
  expect(screen.getByRole('link', { name: 'moon1' }).getAttribute('href')).toBe(`/members/${block.subject.member}`)
  press('later.act')
  expect(facts()).toEqual([
    `${texts.when}: 2026-11-22 12:00`,
    `${texts.who}: ${texts.system}`,
    `${texts.subject}: ${texts.noSubject}`,
    `${texts.brand}: nocturne`,
    `${texts.number}: 40`,
    `${texts.recordedAs}: later.act`,
  ])
})

test('sends the filters once they are typed, and begins at the newest page again', async () => {
  server.reply('get-audit', page([block], '41'))
  renderForOperator(<AuditPage />, ['manager'])
  const pages = await screen.findByRole('navigation', { name: texts.pages })
  expect((within(pages).getByRole('button', { name: common.previous }) as HTMLButtonElement).disabled).toBe(true)
  press(common.next)
  await eventually(() => expect(server.sent('get-audit').at(-1)).toEqual({ take: 30, before: '41' }))
  type(texts.act, 'member.block')
  type(texts.operator, ' hana ')
  type(texts.subject, 'moon1')
  type(texts.from, '2026-11-01')
  type(texts.to, '2026-11-30')
  await eventually(() =>
    expect(server.sent('get-audit').at(-1)).toEqual({
      act: 'member.block',
      operator: 'hana',
      subject: 'moon1',
      from: '2026-11-01',
      to: '2026-11-30',
      take: 30,
    }),
  )
  press(texts.clear)
  await eventually(() => expect(server.sent('get-audit').at(-1)).toEqual({ take: 30 }))
})

test('goes back page by page', async () => {
  server.reply('get-audit', page([block], '41'), page([unknown]), page([block], '41'))
  renderForOperator(<AuditPage />, ['auditor'])
  await screen.findByRole('button', { name: texts.acts.member_block })
  press(common.next)
  await expectText('later.act')
  expect((screen.getByRole('button', { name: common.next }) as HTMLButtonElement).disabled).toBe(true)
  press(common.previous)
  await eventually(() => expect(screen.queryByText('later.act')).toBeNull())
})

test('without acts says whether there are none or none that match; a failure can be retried', async () => {
  server.reply('get-audit', 500, page([]), page([]))
  renderForOperator(<AuditPage />, ['auditor'])
  await expectText(errors.load)
  press(common.retry)
  await expectText(texts.emptyAll)
  type(texts.subject, 'nobody')
  await expectText(texts.empty)
  await eventually(() => expect(server.sent('get-audit').at(-1)).toEqual({ subject: 'nobody', take: 30 }))
})
