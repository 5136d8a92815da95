import { expect, test } from 'vitest'
import { phoneKey, readResetCode, spokenResetCode } from './password-reset.ts'

test.each(['01012345678', '010-1234-5678', '+82 10 1234 5678', '82-10-1234-5678', '０１０１２３４５６７８'])(
  '%s has the same key',
  (text) => {
    expect(phoneKey(text)).toBe('01012345678')
  },
)

test('a text that is no phone number has no key', () => {
  for (const text of ['', '0101', 'call me', '1'.repeat(40)]) expect(phoneKey(text)).toBe('')
})

test('a code reads the same in every spelling', () => {
  for (const typed of ['ABCD-2345-WXYZ', 'abcd 2345 wxyz', ' abcd2345wxyz ', 'ＡＢＣＤ-２３４５-ＷＸＹＺ']) {
    expect(readResetCode(typed)).toBe('ABCD2345WXYZ')
  }
  expect(spokenResetCode('ABCD2345WXYZ')).toBe('ABCD-2345-WXYZ')
})
