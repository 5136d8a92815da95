import { expect, test } from 'vitest'
import { roundSearchOf } from './round-search.ts'

const id = '01a223c9-8802-7359-9636-bf7d234f734e'

test.each([
  [` ${id.toUpperCase()} `, { kind: 'id', id }],
  ['baccarat 120', { kind: 'number', name: 'baccarat', number: 120 }],
  ['달 토끼  #7', { kind: 'number', name: '달 토끼', number: 7 }],
  ['haneul', null],
  ['7', null],
  ['baccarat 1234567890123', null],
  [`${id}0`, null],
  ['', null],
])('%j is read as %j', (typed, wanted) => {
  expect(roundSearchOf(typed)).toEqual(wanted)
})
