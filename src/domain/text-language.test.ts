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
  ['Lý do: 입금자명이 예금주와 달라 확인이 필요합니다.', 'vi', 'ko'],
  ['ご不便をおかけします。', 'zh-Hans', 'ja'],
  ['系统维护期间无法登录。', 'ja', undefined],
  ['Welcome to the members’ lounge of NOCTURNE, dear 한', 'en', undefined],
  ['', 'ko', undefined],
] as const)('%j on a page in %s is marked %s', (text, page, language) => {
  expect(foreignLanguage(text, page)).toBe(language)
})
