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

test('only a whole empty page has the room for its mark', () => {
  renderForOperator(
    <>
      <Empty text="Nothing" />
      <Empty text="No part" isSmall />
    </>,
    ['manager'],
  )
  const isSmall = (text: string): string | undefined => screen.getByText(text).parentElement?.dataset['small']
  expect(isSmall('Nothing')).toBeUndefined()
  expect(isSmall('No part')).toBe('true')
})
