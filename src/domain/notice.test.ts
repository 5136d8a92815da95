import { expect, test } from 'vitest'
import { isForSite, nameIn, namedDomains, normaliseDomains, textIn, unknownDomains } from './notice.ts'

test.each([
  ['a.example,b.example', ['a.example', 'b.example']],
  ['a.example|B.example', ['a.example', 'b.example']],
  ['a.example b.example\tc.example', ['a.example', 'b.example', 'c.example']],
  [' , | ', []],
  ['', []],
])('%j names %j', (domain, named) => {
  expect(namedDomains(domain)).toEqual(named)
})

test('domains are stored with one kind of separator', () => {
  expect(normaliseDomains('B.example | a.example,b.example')).toBe('b.example, a.example')
})

const site = { host: 'a.example', brandDomains: ['a.example', 'b.example'] }

test('a notice is for the sites it names, or for all', () => {
  expect(isForSite('', site)).toBe(true)
  expect(isForSite('b.example|A.example', site)).toBe(true)
  expect(isForSite('b.example', site)).toBe(false)
  expect(isForSite('aa.example', site)).toBe(false)
  expect(isForSite('b.example', { ...site, host: 'localhost' })).toBe(true)
  expect(isForSite('c.example', { ...site, host: 'localhost' })).toBe(false)
})

test('a text falls back to the original as a whole', () => {
  const original = { title: '점검', contents: '<p>점검</p>' }
  const whole = { title: 'Wartung', contents: '<p>x</p>' }
  const translations = { en: { title: 'Maintenance', contents: ' ' }, jp: 'x', vn: whole }
  expect(textIn(original, translations, 'en')).toEqual(original)
  expect(textIn(original, translations, 'vn')).toEqual(whole)
  expect(textIn(original, translations, 'jp')).toEqual(original)
  expect(textIn(original, translations, 'constructor')).toEqual(original)
  expect(textIn(original, translations, null)).toEqual(original)
  expect(nameIn({ ko: '황금 호랑이', en: 'Golden Tiger' }, 'en')).toBe('Golden Tiger')
  expect(nameIn({ ko: '황금 호랑이' }, 'vn')).toBe('황금 호랑이')
  expect(nameIn(null, 'vn')).toBe('')
})

test('names the domains under which the brand has no site', () => {
  const ofBrand = ['nocturne.example', 'moon.example']
  expect(unknownDomains('', ofBrand)).toEqual([])
  expect(unknownDomains('Moon.example|localhost nocturne.example', ofBrand)).toEqual([])
  expect(unknownDomains('localhost:21000, https://localhost/ko <b>', ofBrand)).toEqual([
    'localhost:21000',
    'https://localhost/ko',
    '<b>',
  ])
  expect(unknownDomains('moon.example;localhost', ofBrand)).toEqual(['moon.example;localhost'])
})
