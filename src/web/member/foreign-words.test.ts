import { expect, test } from 'vitest'
import { foreignLanguage } from './foreign-words.ts'

test.each([
  ['입금자명이 예금주와 다릅니다.', 'en', 'ko'],
  ['입금자명이 예금주와 다릅니다.', 'ko', undefined],
  ['Lý do: 입금자명이 예금주와 달라 확인이 필요합니다.', 'vn', 'ko'],
  ['ご不便をおかけします。', 'cn', 'ja'],
  ['黄金の虎', 'jp', undefined],
  ['系统维护期间无法登录。', 'ko', 'zh-Hans'],
  ['系统维护期间无法登录。', 'jp', undefined],
  ['系统维护期间无法登录。', 'cn', undefined],
  ['Hệ thống sẽ bảo trì vào rạng sáng thứ Bảy.', 'ko', 'vi'],
  ['Hệ thống sẽ bảo trì vào rạng sáng thứ Bảy.', 'vn', undefined],
  ['Golden Tiger', 'ko', undefined],
  ['24,000', 'vn', undefined],
  // One word of a name does not make a sentence Korean.
  ['Welcome to the Nocturne members club, dear guest 한', 'en', undefined],
] as const)('%s on %s is %s', (text, page, language) => {
  expect(foreignLanguage(text, page)).toBe(language)
})
