import { expect, test } from 'vitest'
import { foreignLanguage } from './text-language.ts'

test.each([
  ['<p>점검 안내, NOCTURNE</p>', 'en', 'ko'],
  ['<p>점검 안내</p>', 'ko', undefined],
  ['メンテナンスのお知らせ', 'ko', 'ja'],
  ['维护公告', 'vi', 'zh-Hans'],
  ['入金口座', 'ja', undefined],
  ['Thông báo bảo trì', 'ko', 'vi'],
  ['Bạn', 'vi', undefined],
  ['Maintenance', 'ko', undefined],
  ['Café déjà vu', 'ko', undefined],
  ['', 'ko', undefined],
] as const)('%j on a page in %s is marked %s', (text, page, language) => {
  expect(foreignLanguage(text, page)).toBe(language)
})
