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
  for (const language of siteLanguages) expect(note[language].contents).toMatch(/10,000.*123,456\.75.*a &lt;b&gt;/)
})
