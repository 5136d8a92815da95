import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '#test/forms.tsx'
import { watchForeignText } from './foreign-text.ts'

let stop = (): void => {}
afterEach(() => {
  stop()
  cleanup()
})

const langOf = (text: string): string | null => screen.getByText(text).getAttribute('lang')

test('marks names in another language than the page, also those that come later, until they go', async () => {
  const { rerender } = render(<p>서지안</p>)
  stop = watchForeignText('en')
  expect(langOf('서지안')).toBe('ko')
  rerender(<p>Hana</p>)
  await eventually(() => expect(langOf('Hana')).toBeNull())
  rerender(<p>김민서</p>)
  await eventually(() => expect(langOf('김민서')).toBe('ko'))
  stop()
  expect(langOf('김민서')).toBeNull()
  stop = watchForeignText('ko')
  expect(langOf('김민서')).toBeNull()
})

test('leaves a mark that the page has set itself', () => {
  render(<p lang="en">장부</p>)
  stop = watchForeignText('en')
  expect(langOf('장부')).toBe('en')
})
