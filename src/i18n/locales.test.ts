import { describe, expect, it } from 'vitest'
import { localeOfLanguageTag, splitLocale, withLocale } from './locales.ts'

describe('the language of a path', () => {
  it('is its first step when that is an offered code', () => {
    expect(splitLocale('/jp/help')).toEqual({ locale: 'jp', rest: '/help' })
    expect(splitLocale('/ko')).toEqual({ locale: 'ko', rest: '/' })
    expect(splitLocale('/ko/')).toEqual({ locale: 'ko', rest: '/' })
  })

  it('is nothing for what is not offered, or only begins alike', () => {
    for (const path of ['/', '/help', '/th/help', '/korea', '/ja', '/ko-KR/help']) {
      expect(splitLocale(path)).toEqual({ locale: null, rest: path })
    }
  })

  it('is put before a path, its query and its hash', () => {
    expect(withLocale('vn', '/help')).toBe('/vn/help')
    expect(withLocale('vn', '/')).toBe('/vn')
    expect(withLocale('vn', '/?type=slot')).toBe('/vn?type=slot')
    expect(withLocale('vn', '/notice?id=1#top')).toBe('/vn/notice?id=1#top')
    expect(withLocale('ko', '//elsewhere.example')).toBe('/ko//elsewhere.example')
  })

  it('is offered by the browser’s tags', () => {
    const tags = ['ja-JP', 'zh-TW', 'vi', 'KO-kr', 'en', 'fr', '']
    expect(tags.map(localeOfLanguageTag)).toEqual(['jp', 'cn', 'vn', 'ko', 'en', null, null])
  })
})
