import { expect, test } from 'vitest'
import { passwordFault, pinFault } from './member-secret.ts'

test.each(['demo-play-1', 'haneul-play-1', 'correct horse', '밤하늘아래호랑이', 'Tr0ub4dor&3', 'tiger!moon9'])(
  'the password %j is accepted',
  (password) => {
    expect(passwordFault(password, ['demo', 'haneul'])).toBeNull()
  },
)

test.each([
  ['', 'required'],
  ['abcd12!', 'short'],
  ['x1'.repeat(51), 'long'],
  ['aaaaaaaa', 'simple'],
  ['12345678', 'simple'],
  ['87654321', 'simple'],
  ['67890123', 'simple'],
  ['abcdefgh', 'simple'],
  ['abcdabcd', 'simple'],
  ['password', 'common'],
  ['Password1!', 'common'],
  ['1q2w3e4r!!', 'common'],
  ['qwer1234', 'common'],
  ['haneul12', 'name'],
  ['HANEUL!!', 'name'],
])('the password %j is refused: %s', (password, fault) => {
  expect(passwordFault(password, ['haneul', '하늘'])).toBe(fault)
})

test.each(['2580', '1357', '9041', '0070', '1123'])('the PIN %j is accepted', (pin) => {
  expect(pinFault(pin)).toBeNull()
})

test.each([
  ['', 'required'],
  ['123', 'digits'],
  ['12345', 'digits'],
  ['12a4', 'digits'],
  ['0000', 'simple'],
  ['7777', 'simple'],
  ['1234', 'sequence'],
  ['4321', 'sequence'],
  ['7890', 'sequence'],
  ['0987', 'sequence'],
])('the PIN %j is refused: %s', (pin, fault) => {
  expect(pinFault(pin)).toBe(fault)
})
