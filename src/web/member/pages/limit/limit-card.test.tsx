import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LimitRule } from '#contract/limit.ts'
import { english, renderForMember } from '#test/forms.tsx'
import { LimitCard } from './limit-card.tsx'

const { rule: texts } = english.limit

const lossOf = (used: string, remaining: string): LimitRule => ({
  kind: 'loss',
  period: 'month',
  most: '300000',
  used,
  remaining,
  resetsAt: null,
  pending: null,
})

const show = (rule: LimitRule) => renderForMember(<LimitCard kind="loss" rules={[rule]} mayChange={false} />)

test('shows net winnings as an addition to the limit, so that the rest above the limit is explained', async () => {
  show(lossOf('-45000', '345000'))
  expect(
    await screen.findAllByText(texts.ahead.replace('{most}', '₩300,000').replace('{won}', '₩45,000')),
  ).toHaveLength(1)
  expect(await screen.findAllByText(texts.remaining.replace('{remaining}', '₩345,000'))).toHaveLength(1)
})

test('shows a loss as the used part of the limit', async () => {
  show(lossOf('45000', '255000'))
  expect(
    await screen.findAllByText(texts.used.replace('{used}', '₩45,000').replace('{most}', '₩300,000')),
  ).toHaveLength(1)
  expect(await screen.findAllByText(texts.remaining.replace('{remaining}', '₩255,000'))).toHaveLength(1)
})
