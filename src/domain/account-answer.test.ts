import { expect, test } from 'vitest'
import { accountAnswer, isCurrentAccount, replyText } from './account-answer.ts'
import { siteLanguages } from './site-language.ts'

const parts = { depositAccount: '녹턴은행 000-0000-0000', referenceCode: 'AB23CD' }

test('contains account and code, and in play mode the warning not to send money', () => {
  const answer = accountAnswer({ ...parts, mode: 'play' }, 'ko', '')
  expect(answer).toContain('녹턴은행 000-0000-0000')
  expect(answer).toContain('AB23CD')
  expect(answer).toContain('실제 돈을 송금하지 마세요')
  expect(accountAnswer({ ...parts, mode: 'real' }, 'ko', '')).not.toContain('송금하지')
})

test('is written in the requested language only', () => {
  const answers = siteLanguages.map((language) =>
    accountAnswer({ ...parts, depositAccount: '-', mode: 'play' }, language, ''),
  )
  expect(new Set(answers).size).toBe(siteLanguages.length)
  expect(answers[1]).toBe(
    'Deposit account: -\nReference code: AB23CD\nThis site runs on play money. Please do not send real money.',
  )
  for (const answer of answers.slice(1)) expect(answer).not.toMatch(/\p{Script=Hangul}/u)
})

test('appends the operator’s addition as a paragraph, and nothing for blanks', () => {
  const bare = accountAnswer({ ...parts, mode: 'play' }, 'ko', '')
  expect(accountAnswer({ ...parts, mode: 'play' }, 'ko', '  \n ')).toBe(bare)
  expect(accountAnswer({ ...parts, mode: 'play' }, 'ko', ' 감사합니다. ')).toBe(`${bare}\n\n감사합니다.`)
})

test('is worded for its reader where it was stored as data, and as it was sent where it was not', () => {
  const stored = { reply: '감사합니다.', account_reply: { ...parts, mode: 'play' } }
  expect(replyText(stored, 'en')).toMatch(/^Deposit account: [^]*real money\.\n\n감사합니다\.$/)
  expect(replyText(stored, 'jp')).toMatch(/^入金口座：/)
  expect(replyText({ reply: '입금 계좌: 1', account_reply: null }, 'en')).toBe('입금 계좌: 1')
  expect(replyText({ reply: null, account_reply: null }, 'en')).toBeNull()
})

test('an account is current while the brand has the very same one', () => {
  const text = { ...parts, mode: 'play' } as const
  const bankAccount = { bank: '신한은행', number: '110-123-456789', owner: 'Nocturne' }
  const ofBank = { ...text, depositAccount: '신한은행 110-123-456789 (예금주 Nocturne)', bankAccount }
  expect(isCurrentAccount(text, { text: parts.depositAccount })).toBe(true)
  expect(isCurrentAccount(text, { text: 'another' })).toBe(false)
  expect(isCurrentAccount(text, bankAccount)).toBe(false)
  expect(isCurrentAccount(ofBank, bankAccount)).toBe(true)
  expect(isCurrentAccount(ofBank, { text: ofBank.depositAccount })).toBe(false)
  for (const changed of [{ bank: '국민은행' }, { number: '110-123-456780' }, { owner: 'Another' }])
    expect(isCurrentAccount(ofBank, { ...bankAccount, ...changed })).toBe(false)
  // A reply from before accounts were stored as data.
  expect(isCurrentAccount(null, bankAccount)).toBe(false)
})
