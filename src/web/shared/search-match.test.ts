import { expect, it } from 'vitest'
import { matchesSearch } from './search-match.ts'

it('finds by part of the name, in any case and spacing', () => {
  expect(matchesSearch('황금 호랑이', '금호')).toBe(true)
  expect(matchesSearch('Golden Tiger', 'gold')).toBe(true)
  expect(matchesSearch('Golden Tiger', 'ＴＩＧ')).toBe(true)
  expect(matchesSearch('Golden Tiger', 'wolf')).toBe(false)
})

it('finds by initial consonants', () => {
  expect(matchesSearch('황금 호랑이', 'ㅎㄹㅇ')).toBe(true)
  expect(matchesSearch('황금 호랑이', 'ㅎㄱㅎ')).toBe(true)
  expect(matchesSearch('황금 호랑이', 'ㅂㅋㄹ')).toBe(false)
  expect(matchesSearch('카카오뱅크', 'ㅋㅋㅇ')).toBe(true)
})

it('finds everything while nothing is typed', () => {
  expect(matchesSearch('바카라', '  ')).toBe(true)
})
