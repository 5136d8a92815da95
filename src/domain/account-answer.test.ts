import { expect, test } from 'vitest'
import { accountAnswer } from './account-answer.ts'
import { siteLanguages } from './site-language.ts'

const parts = {
  depositAccount: '녹턴은행 000-0000-0000',
  referenceCode: 'AB23CD',
  addition: '',
  language: 'ko',
} as const

test('contains account and code, and in play mode the warning not to send money', () => {
  const answer = accountAnswer({ ...parts, mode: 'play' })
  expect(answer).toContain('녹턴은행 000-0000-0000')
  expect(answer).toContain('AB23CD')
  expect(answer).toContain('실제로 송금하지 마세요')
  expect(accountAnswer({ ...parts, mode: 'real' })).not.toContain('송금하지')
})

test('is written in the requested language only', () => {
  const answers = siteLanguages.map((language) =>
    accountAnswer({ ...parts, depositAccount: '-', language, mode: 'play' }),
  )
  expect(new Set(answers).size).toBe(siteLanguages.length)
  expect(answers[1]).toBe(
    'Deposit account: -\nReference code: AB23CD\nThis is play money. Please do not send real money.',
  )
  for (const answer of answers.slice(1)) expect(answer).not.toMatch(/\p{Script=Hangul}/u)
})

test('appends the operator’s addition as a paragraph, and nothing for blanks', () => {
  const bare = accountAnswer({ ...parts, mode: 'play' })
  expect(accountAnswer({ ...parts, mode: 'play', addition: '  \n ' })).toBe(bare)
  expect(accountAnswer({ ...parts, mode: 'play', addition: ' 감사합니다. ' })).toBe(`${bare}\n\n감사합니다.`)
})
