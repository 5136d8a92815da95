import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { english, expectText, renderForMember, someUser, useFakeServer } from '#test/forms.tsx'
import { currentMessages } from '#web/member/current-messages.ts'
import { setLayer } from '#web/member/frame/arrival.ts'
import { session } from './session.ts'
import { announce, holdReplies } from './announcements.ts'

useFakeServer()
const user = { ...someUser, helpCount: 1 }

beforeEach(() => {
  localStorage.clear()
  currentMessages.set(english as never)
  for (const layer of ['offer', 'popups'] as const) setLayer(layer, false)
})

function visit(path: string): void {
  history.replaceState(null, '', path)
  act(() => announce(user))
}

test('a new reply is announced once', async () => {
  renderForMember(null)
  visit('/en')
  await expectText(english.messages.msg2004)
  act(() => screen.getByRole('button', { name: english.announce.later }).click())
  visit('/en')
  expect(screen.queryByText(english.messages.msg2004)).toBeNull()
})

test('a reply that the page shows itself is not announced there; one that stays unread is announced afterwards', async () => {
  renderForMember(null)
  const release = holdReplies()
  visit('/en/deposit')
  expect(screen.queryByText(english.messages.msg2004)).toBeNull()
  release()
  visit('/en/comp')
  await expectText(english.messages.msg2004)
})

test('a note is a toast with a link', async () => {
  renderForMember(null)
  history.replaceState(null, '', '/en')
  act(() => announce({ ...someUser, noteCount: 1 }))
  await expectText(english.messages.msg2003)
  const link = screen.getByRole('link', { name: english.announce.read })
  expect(link.getAttribute('href')).toMatch(/\/note$/)
  act(() => link.click())
  expect(location.pathname).toMatch(/\/note$/)
  expect(screen.queryByText(english.messages.msg2003)).toBeNull()
})

test('waits for the other layers of the arrival', async () => {
  renderForMember(null)
  setLayer('popups', true)
  session.set({ kind: 'member', user })
  visit('/en')
  expect(screen.queryByText(english.messages.msg2004)).toBeNull()
  act(() => setLayer('popups', false))
  await expectText(english.messages.msg2004)
})
