import { expect, it } from 'vitest'
import { matchesSearch } from './search-match.ts'

it('matches part of the name, ignoring case and spaces', () => {
  expect(matchesSearch('황금 호랑이', '금호')).toBe(true)
  expect(matchesSearch('Golden Tiger', 'gold')).toBe(true)
  expect(matchesSearch('Golden Tiger', 'ＴＩＧ')).toBe(true)
  expect(matchesSearch('Golden Tiger', 'wolf')).toBe(false)
})

it('matches initial consonants', () => {
  expect(matchesSearch('황금 호랑이', 'ㅎㄹㅇ')).toBe(true)
  expect(matchesSearch('황금 호랑이', 'ㅎㄱㅎ')).toBe(true)
  expect(matchesSearch('황금 호랑이', 'ㅂㅋㄹ')).toBe(false)
  expect(matchesSearch('카카오뱅크', 'ㅋㅋㅇ')).toBe(true)
})

it('matches everything while the query is empty', () => {
  expect(matchesSearch('바카라', '  ')).toBe(true)
})
