import { expect, test } from 'vitest'
import { creditNote } from './credit-note.ts'
import { siteLanguages } from './site-language.ts'

test('states both amounts and the reason in every language, and shows markup in the reason as text', () => {
  const note = creditNote({ requested: 100_000_000n, credited: 1_234_567_500n, reason: 'a <b> & c\nd' })
  expect(note.en).toEqual({
    title: 'Your deposit was credited with a different amount',
    contents: '<p>Requested ₩10,000, credited ₩123,456.75</p><p>Reason: a &lt;b&gt; &amp; c<br>d</p>',
  })
  const titles = siteLanguages.map((language) => note[language].title)
  expect(new Set(titles).size).toBe(siteLanguages.length)
  for (const language of siteLanguages) expect(note[language].contents).toContain('a &lt;b&gt; &amp; c<br>d')
})

test('amounts have the separators and the unit of each language', () => {
  const { ko, en, jp, vn, cn } = creditNote({ requested: 100_000_000n, credited: 1_234_567_500n, reason: 'r' })
  expect([ko, en, jp, vn, cn].map(({ contents }) => contents.replace(/<\/p>.*/, ''))).toEqual([
    '<p>신청 금액 10,000원, 처리 금액 123,456.75원',
    '<p>Requested ₩10,000, credited ₩123,456.75',
    '<p>申請額 10,000ウォン、反映額 123,456.75ウォン',
    '<p>Yêu cầu 10.000 won, đã cộng 123.456,75 won',
    '<p>申请金额10,000韩元，入账金额123,456.75韩元',
  ])
})
