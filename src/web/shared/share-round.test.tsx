import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { english, eventually, expectText, healthCheck, press, renderForMember, useFakeServer } from '#test/forms.tsx'
import { ShareRound } from './share-round.tsx'

const { replay: t } = english
const server = useFakeServer()
const roundId = '01a22273-0000-7000-8000-000000000001'
const names = { ko: '가', en: 'Game', jp: 'ゲ', vn: 'G', cn: '戏' }
const shared = {
  id: '6b3f6a0e-0000-4000-8000-000000000002',
  roundId,
  game: 'a-game',
  names,
  multiple: '12.5',
  betTime: '2026-11-28T12:00:00Z',
  listed: false,
}

function open(answer: object): void {
  server.reply('user-health-check', healthCheck)
  server.reply('get-own-replay', { status: 'success', ...answer })
  renderForMember(<ShareRound roundId={roundId} />)
}

const sent = () => server.sent('share-round')

test('shares nothing until the member has agreed, and nothing in lists until they ask for it', async () => {
  server.reply('share-round', { status: 'success', replay: shared })
  open({ replay: null, agreed: false })
  await screen.findByText(t.share)
  press(t.share)
  await expectText(t.mustAgree)
  expect(sent()).toEqual([])
  screen.getByLabelText<HTMLInputElement>(t.agree).click()
  expect(screen.getByLabelText<HTMLInputElement>(t.listed).checked).toBe(false)
  press(t.share)
  await expectText(t.shared)
  expect(sent()).toEqual([{ roundId, listed: false, agreed: true }])
  await expectText(`${location.origin}/play/a-game?watch=${shared.id}`)
})

test('asks once: a member who shared before is not asked again', async () => {
  server.reply('share-round', { status: 'success', replay: { ...shared, listed: true } })
  open({ replay: null, agreed: true })
  const listed = await screen.findByLabelText<HTMLInputElement>(t.listed)
  expect(screen.queryByLabelText(t.agree)).toBeNull()
  listed.click()
  press(t.share)
  await eventually(() => expect(sent()).toEqual([{ roundId, listed: true, agreed: true }]))
})

test('takes back after a second question', async () => {
  server.reply('take-back-replay', { status: 'success' })
  open({ replay: shared, agreed: true })
  await screen.findByText(t.takeBack)
  press(t.takeBack)
  await expectText(t.confirm)
  press(t.keep)
  expect(server.sent('take-back-replay')).toEqual([])
  press(t.takeBack)
  press(t.takeBack)
  await expectText(t.takenBack)
  expect(server.sent('take-back-replay')).toEqual([{ id: shared.id }])
  expect(screen.queryByText(t.address)).toBeNull()
})

test.each([
  ['open-round', t.openRound],
  ['unfit', t.unfit],
  ['many', t.many],
  ['house', t.house],
  ['none', t.none],
])('tells why a round is not shared: %s', async (status, text) => {
  server.reply('share-round', { status })
  open({ replay: null, agreed: true })
  await screen.findByText(t.share)
  press(t.share)
  await expectText(text)
  expect(sent()).toHaveLength(1)
})
