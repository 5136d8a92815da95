import { beforeEach, expect, test, vi } from 'vitest'
import {
  english,
  eventually,
  expectText,
  makeOfficeMember,
  press,
  renderForOperator,
  type,
  useFakeServer,
} from '#test/forms.tsx'
import { BlockDialog, EndSessionsDialog, UnblockDialog } from './block-dialogs.tsx'

const { member: texts, operator } = english.office
const server = useFakeServer()
const onClose = vi.fn<() => void>()
beforeEach(() => onClose.mockReset())

const member = makeOfficeMember()

test('blocks with a reason until the end of the chosen day in the brand’s time zone', async () => {
  server.reply('block-member', { status: 'past' }, { status: 'success', ended: 2 })
  renderForOperator(<BlockDialog member={member} onClose={onClose} />, ['support'])
  await expectText(texts.blockText)
  press(texts.blockSubmit)
  await expectText(operator.reasonRequired)
  expect(server.sent('block-member')).toEqual([])
  type(operator.reason, 'Identity check')
  type(texts.blockEnd, '2026-01-31')
  press(texts.blockSubmit)
  await expectText(texts.blockPast)
  expect(onClose).not.toHaveBeenCalled()
  type(texts.blockEnd, '')
  press(texts.blockSubmit)
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
  expect(server.sent('block-member')).toEqual([
    { id: member.id, reason: 'Identity check', until: '2026-01-31T15:00:00.000Z' },
    { id: member.id, reason: 'Identity check', until: null },
  ])
})

test('lifts a block with a reason; a block that was lifted meanwhile is reported', async () => {
  server.reply('unblock-member', { status: 'state' })
  renderForOperator(<UnblockDialog member={member} onClose={onClose} />, ['support'])
  await expectText(texts.unblockText)
  type(operator.reason, 'Checked')
  press(texts.unblockSubmit)
  await expectText(texts.wrongState)
  expect(onClose).toHaveBeenCalledOnce()
  expect(server.sent('unblock-member')).toEqual([{ id: member.id, reason: 'Checked' }])
})

test('ends the sessions with a reason and reports how many', async () => {
  server.reply('end-member-sessions', { status: 'success', ended: 3 })
  renderForOperator(<EndSessionsDialog member={member} onClose={onClose} />, ['support'])
  await expectText(texts.endText)
  type(operator.reason, 'Lost phone')
  press(texts.endSubmit)
  await expectText(texts.ended.replace('{count, number}', '3'))
  expect(server.sent('end-member-sessions')).toEqual([{ id: member.id, reason: 'Lost phone' }])
})
