import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { english, expectText, press, renderForOperator, useFakeServer } from '#test/forms.tsx'
import { Empty, Problem } from './states.tsx'

useFakeServer()

test('a failure says what to do and can be repeated', async () => {
  const retry = vi.fn<() => void>()
  renderForOperator(<Problem text="No list" retry={retry} />, ['manager'])
  await expectText('No list')
  await expectText(english.office.errors.loadHint)
  press(english.office.common.retry)
  expect(retry).toHaveBeenCalledOnce()
})

test('an empty page has a mark beside its text, a small part and an outline have none', () => {
  renderForOperator(
    <>
      <Empty text="Nothing" />
      <Empty text="No part" isSmall />
      <Empty text="" />
    </>,
    ['manager'],
  )
  expect(document.querySelectorAll('svg[aria-hidden]')).toHaveLength(1)
  expect(screen.getByText('Nothing').parentElement?.querySelector('svg')).not.toBeNull()
})
