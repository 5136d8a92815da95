import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 'weak'],
  ['12345678', 'weak'],
  ['haneul12', 'weak'],
  ['moonlit7', 'fair'],
  ['Moonlit-77', 'strong'],
  ['a quiet river at night', 'strong'],
] as const)('%j is %s', (password, strength) => {
  expect(passwordStrength(password, ['haneul', '하늘'])).toBe(strength)
})
