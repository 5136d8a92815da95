import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { english, renderForMember } from '#test/forms.tsx'
import { JoinReasons } from './join-reasons.tsx'

afterEach(cleanup)

test('a picture and what members get stand beside the forms of guests', () => {
  const { title, ...reasons } = english.signInReasons
  renderForMember(<JoinReasons />, { 'banner/tiger-phone': '/art/tiger.webp' })
  const aside = screen.getByRole('complementary', { name: title })
  expect(aside.querySelector('img')?.getAttribute('src')).toBe('/art/tiger.webp')
  const lines = within(aside).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual(Object.values(reasons))
})
