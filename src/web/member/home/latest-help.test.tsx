import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Help } from '#contract/help.ts'
import { english, renderForMember, useFakeServer } from '#test/forms.tsx'
import { LatestHelp } from './latest-help.tsx'

const server = useFakeServer()

test('each of the latest inquiries has its state', async () => {
  const { homeLatestHelp } = english
  const states = ['reg', 'wait', 'already'] as const
  const helps = states.map((status, index) => ({
    id: String(index),
    kind: 'inquiry',
    title: `Inquiry ${index}`,
    lastDate: '2026-11-20T03:00:00Z',
    status,
  }))
  server.reply('get-help-list', { status: 'success', helps: helps as unknown as Help[], maxCount: 3 })
  renderForMember(<LatestHelp />)
  const lines = await screen.findAllByRole('listitem')
  const { waiting, answered } = homeLatestHelp
  expect(lines.map((line) => [waiting, answered].find((state) => line.textContent.includes(state)))).toEqual([
    waiting,
    waiting,
    answered,
  ])
})
