import { describe, expect, it } from 'vitest'
import { localeOfLanguageTag } from './language-tags.ts'
import { splitLocale, withLocale } from './locales.ts'

describe('locales in paths', () => {
  it('reads an offered code from the first segment', () => {
    expect(splitLocale('/jp/help')).toEqual({ locale: 'jp', rest: '/help' })
    expect(splitLocale('/ko')).toEqual({ locale: 'ko', rest: '/' })
    expect(splitLocale('/ko/')).toEqual({ locale: 'ko', rest: '/' })
  })

  it('reads none for other codes and longer segments', () => {
    for (const path of ['/', '/help', '/th/help', '/korea', '/ja', '/ko-KR/help']) {
      expect(splitLocale(path)).toEqual({ locale: null, rest: path })
    }
  })

  it('prefixes a path with its query and hash', () => {
    expect(withLocale('vn', '/help')).toBe('/vn/help')
    expect(withLocale('vn', '/')).toBe('/vn')
    expect(withLocale('vn', '/?type=slot')).toBe('/vn?type=slot')
    expect(withLocale('vn', '/notice?id=1#top')).toBe('/vn/notice?id=1#top')
    expect(withLocale('ko', '//elsewhere.example')).toBe('/ko//elsewhere.example')
  })

  it('maps language tags of the browser', () => {
    const tags = ['ja-JP', 'zh-TW', 'vi', 'KO-kr', 'en', 'fr', '']
    expect(tags.map(localeOfLanguageTag)).toEqual(['jp', 'cn', 'vn', 'ko', 'en', null, null])
  })
})
