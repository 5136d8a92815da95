import { expect, test } from 'vitest'
import type { SlotGame } from '#contract/lobby.ts'
import { lobbySlot } from './lobby-games.ts'

const turtle: SlotGame = {
  code: 'turtle',
  gameCompany: 'baize',
  imgUrl: '',
  nameKo: '거북 신선',
  nameEn: 'Sage Turtle',
  names: { ko: '거북 신선', en: 'Sage Turtle', jp: '', vn: 'Rùa Hiền Triết', cn: '' },
  used: 'y',
  closed: false,
  rtp: '96.1',
  volatility: 'low',
  features: ['sticky-wild'],
  isNew: true,
  released: '2026-11-01T00:00:00.000Z',
}

test('uses the name in the language of the page, else English, else Korean, and reports which', () => {
  const named = (locale: 'ko' | 'jp' | 'vn', names = turtle.names) => {
    const { name, nameLanguage } = lobbySlot({ ...turtle, names }, locale, 'Baize Studio')
    return [name, nameLanguage]
  }
  expect(named('vn')).toEqual(['Rùa Hiền Triết', undefined])
  expect(named('jp')).toEqual(['Sage Turtle', 'en'])
  expect(named('jp', { ...turtle.names, en: '' })).toEqual(['거북 신선', 'ko'])
  expect(named('ko')).toEqual(['거북 신선', undefined])
})

test('a slot is searchable by all its names and its provider; a closed one is not new', () => {
  const slot = lobbySlot(turtle, 'ko', 'Baize Studio')
  expect(slot.searchNames).toEqual(expect.arrayContaining(['거북 신선', 'Sage Turtle', 'Baize Studio']))
  expect([slot.isNew, lobbySlot({ ...turtle, used: 'n' }, 'ko', '').isNew]).toEqual([true, false])
})
