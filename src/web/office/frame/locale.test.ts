import { afterEach, expect, test, vi } from 'vitest'
import { loadOfficeMessages, readOfficeLocale, storeOfficeLocale } from './locale.ts'

function browserOf(languages: readonly string[], storage: Storage | null): void {
  vi.stubGlobal('navigator', { languages })
  vi.stubGlobal('localStorage', storage)
}

function emptyStorage(): Storage {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
  return storage as unknown as Storage
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  [['en-GB', 'ko-KR'], 'en'],
  [['ja-JP', 'en'], 'en'],
  [['ko', 'en-US'], 'ko'],
  [['vi-VN'], 'ko'],
  [[], 'ko'],
])('a browser in %j begins in %s', (languages, locale) => {
  browserOf(languages, emptyStorage())
  expect(readOfficeLocale()).toBe(locale)
  browserOf(languages, null)
  expect(readOfficeLocale()).toBe(locale)
})

test('the language that was chosen wins', () => {
  browserOf(['en-US'], emptyStorage())
  storeOfficeLocale('ko')
  expect(readOfficeLocale()).toBe('ko')
  storeOfficeLocale('en')
  expect(readOfficeLocale()).toBe('en')
})

test('the texts of a language are loaded alone', async () => {
  const [korean, english] = await Promise.all([loadOfficeMessages('ko'), loadOfficeMessages('en')])
  expect(Object.keys(korean)).toEqual(['office'])
  expect(JSON.stringify(korean)).toContain('장부 점검')
  expect(JSON.stringify(english)).not.toContain('장부 점검')
})
