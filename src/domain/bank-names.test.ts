import { expect, test } from 'vitest'
import { bankNameIn } from './bank-names.ts'
import { siteLanguages } from './site-language.ts'
import { banks } from './registration.ts'

test.each(siteLanguages)('every bank has its own name in %s, in letters of that language', (language) => {
  const names = banks.map((bank) => bankNameIn(bank, language))
  expect(new Set(names).size).toBe(banks.length)
  for (const name of names)
    expect(/\p{Script=Hangul}/u.test(name)).toBe(language === 'ko' && /\p{Script=Hangul}/u.test(name))
})

test('a bank without a translation keeps its stored name', () => {
  expect(bankNameIn('없는은행', 'en')).toBe('없는은행')
  expect(bankNameIn('constructor', 'en')).toBe('constructor')
})
