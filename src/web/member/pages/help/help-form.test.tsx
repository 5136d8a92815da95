import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { english, eventually, expectText, press, renderForMember, type, useFakeServer } from '#test/forms.tsx'
import { HelpForm } from './help-form.tsx'

const { help, helpFaq, messages } = english
const server = useFakeServer()

async function send(): Promise<void> {
  press(help.send)
  const dialog = await screen.findByRole('dialog', { name: messages.msg2222 })
  fireEvent.click(within(dialog).getByRole('button', { name: help.send }))
}

test('sends an inquiry under one request id until it is answered', async () => {
  server.reply('user-write-help', 'lost', { status: 'success', id: 'h1' })
  renderForMember(<HelpForm />)
  fireEvent.change(screen.getByLabelText(helpFaq.category), { target: { value: 'money' } })
  type(help.subject, 'Bonus')
  type(help.contents, 'Where is it?')
  await send()
  await expectText(messages.msg2027)
  await send()
  await expectText(messages.msg2026)
  const sent = server.sent('user-write-help')
  expect(sent).toHaveLength(2)
  expect(sent[0]).toEqual({
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: 'Bonus',
    contents: 'Where is it?',
    category: 'money',
  })
  expect(sent[1]).toEqual(sent[0])
})

test('names how many inquiries wait, and shows the hidden ones again', async () => {
  server.reply('user-write-help', { status: 'wait', open: 5, hidden: 2 })
  server.reply('show-open-helps', 500, { status: 'success' })
  renderForMember(<HelpForm />)
  type(help.subject, 'Bonus')
  type(help.contents, 'Where is it?')
  await send()
  await expectText('5 inquiries are waiting for a reply. Please write again once you have it.')
  press('Show 2 deleted inquiries again')
  await expectText(english.errors.failed)
  press('Show 2 deleted inquiries again')
  await eventually(() => expect(screen.queryByText(/are waiting/)).toBeNull())
  expect(screen.getByLabelText<HTMLTextAreaElement>(help.contents).value).toBe('Where is it?')
})
