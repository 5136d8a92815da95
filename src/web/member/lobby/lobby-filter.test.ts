import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesSearch } from '#web/shared/search-match.ts'
import {
  countChoices,
  filterGames,
  isFiltering,
  noFilter,
  readFilter,
  toggled,
  writeFilter,
  type FilterableGame,
  type FilterContext,
  type LobbyFilter,
} from './lobby-filter.ts'

const game = (code: string, more: Partial<FilterableGame>): FilterableGame => ({
  code,
  company: 'baize',
  name: code,
  searchNames: [code],
  features: [],
  volatility: null,
  isNew: false,
  used: 'y',
  rtp: null,
  released: '2026-01-01T00:00:00.000Z',
  ...more,
})

const tiger = game('tiger', {
  name: '황금 호랑이',
  searchNames: ['황금 호랑이', 'Golden Tiger', 'Baize Studio'],
  features: ['free-spins'],
  volatility: 'medium',
  isNew: true,
  rtp: '96.1',
  released: '2026-11-01T00:00:00.000Z',
})
const lotus = game('lotus', {
  name: '연꽃 폭포',
  searchNames: ['연꽃 폭포', 'Lotus Falls', 'Baize Studio'],
  features: ['tumble', 'multiplier'],
  volatility: 'high',
  rtp: '96.41',
})
const bells = game('bells', {
  company: 'moon',
  name: '축제의 종',
  searchNames: ['축제의 종', 'Festival Bells', 'Moon'],
  features: ['free-spins', 'multiplier'],
  volatility: 'low',
})
const cave = game('cave', {
  company: 'moon',
  name: '자수정 동굴',
  searchNames: ['자수정 동굴', 'Moon'],
  isNew: true,
  released: '2026-12-01T00:00:00.000Z',
})
const games = [tiger, lotus, bells, cave]

const context: FilterContext = {
  matches: matchesSearch,
  isFavourite: ({ code }) => code === 'bells' || code === 'cave',
  compareNames: new Intl.Collator('ko-KR').compare,
}
const found = (filter: Partial<LobbyFilter>): string[] =>
  filterGames(games, { ...noFilter, ...filter }, context).map(({ code }) => code)

test('finds games by name, English name, provider and initial consonants', () => {
  expect(found({ q: 'ㅎㄹㅇ' })).toEqual(['tiger'])
  expect(found({ q: 'golden' })).toEqual(['tiger'])
  expect(found({ q: '폭포' })).toEqual(['lotus'])
  expect(found({ q: 'moon' })).toEqual(['bells', 'cave'])
  expect(found({ q: '  ' })).toHaveLength(4)
  expect(found({ q: '없는 게임' })).toEqual([])
})

test('narrows by provider, all features, any volatility, new and favourites together', () => {
  expect(found({ company: 'moon' })).toEqual(['bells', 'cave'])
  expect(found({ features: ['free-spins'] })).toEqual(['tiger', 'bells'])
  expect(found({ features: ['free-spins', 'multiplier'] })).toEqual(['bells'])
  expect(found({ volatility: ['medium', 'high'] })).toEqual(['tiger', 'lotus'])
  expect(found({ isNew: true })).toEqual(['tiger', 'cave'])
  expect(found({ favourites: true, isNew: true })).toEqual(['cave'])
  expect(found({ company: 'nobody' })).toEqual([])
})

test('sorts by recommendation, name, newest first and RTP; games without an RTP come last', () => {
  expect(found({})).toEqual(['tiger', 'lotus', 'bells', 'cave'])
  expect(found({ sort: 'name' })).toEqual(['lotus', 'cave', 'bells', 'tiger'])
  expect(found({ sort: 'new' })).toEqual(['cave', 'tiger', 'lotus', 'bells'])
  expect(found({ sort: 'rtp' })).toEqual(['lotus', 'tiger', 'bells', 'cave'])
})

test('lists the options of games that can be played and match the query, and those that are chosen', () => {
  const closed = games.map((game) => ({ ...game, used: 'n' as const }))
  const listed = countChoices(closed, { ...noFilter, features: ['ways'] }, context)
  expect([...listed.company.keys(), ...listed.features.keys(), ...listed.volatility.keys()]).toEqual(['', 'ways'])
  expect(listed.someNew).toBe(false)
  expect([...countChoices(games, { ...noFilter, q: 'nobody' }, context).features.keys()]).toEqual([])
})

test('counts follow the other filters, and every option is listed', () => {
  const counts = countChoices(games, { ...noFilter, company: 'moon', features: ['free-spins'] }, context)
  expect(Object.fromEntries(counts.company)).toEqual({ '': 2, baize: 1, moon: 1 })
  expect(Object.fromEntries(counts.features)).toEqual({ 'free-spins': 1, tumble: 0, multiplier: 1 })
  expect(Object.fromEntries(counts.volatility)).toEqual({ low: 1, medium: 0, high: 0 })
  expect([counts.isNew, counts.someNew, counts.favourites]).toEqual([0, true, 1])
})

test('each count equals the number of games its option leaves', () => {
  const choice = fc.record({
    q: fc.constantFrom('', '이', 'moon', 'ㅎ'),
    company: fc.constantFrom('', 'baize', 'moon'),
    features: fc.subarray(['free-spins', 'tumble', 'multiplier']),
    volatility: fc.subarray(['low', 'medium', 'high'] as const),
    isNew: fc.boolean(),
    favourites: fc.boolean(),
    sort: fc.constantFrom('recommended', 'name', 'new', 'rtp'),
  })
  fc.assert(
    fc.property(choice, (filter) => {
      const counts = countChoices(games, filter, context)
      for (const [company, count] of counts.company) expect(found({ ...filter, company })).toHaveLength(count)
      for (const [feature, count] of counts.features) {
        const features = [...new Set([...filter.features, feature])]
        expect(found({ ...filter, features })).toHaveLength(count)
      }
      for (const [one, count] of counts.volatility) expect(found({ ...filter, volatility: [one] })).toHaveLength(count)
      expect(found({ ...filter, isNew: true })).toHaveLength(counts.isNew)
      expect(found({ ...filter, favourites: true })).toHaveLength(counts.favourites)
    }),
  )
})

test('the URL stores and restores the filter and keeps other parameters', () => {
  const filter: LobbyFilter = {
    q: '호랑 이&',
    company: 'baize',
    features: ['free-spins', 'multiplier'],
    volatility: ['low', 'high'],
    isNew: true,
    favourites: true,
    sort: 'rtp',
  }
  const written = writeFilter(new URLSearchParams('type=slot&company=moon'), filter, 'm-')
  expect(readFilter(new URLSearchParams(written.toString()), 'm-')).toEqual(filter)
  expect([written.get('type'), written.get('company'), written.get('q')]).toEqual(['slot', 'moon', null])
  expect(writeFilter(written, noFilter, 'm-').toString()).toBe('type=slot&company=moon')
})

test('invalid URL parameters are ignored', () => {
  const read = readFilter(
    new URLSearchParams('sort=best&volatility=huge,low&new=yes&features=a,,<b>,a&favourites=0&provider='),
  )
  expect(read).toEqual({ ...noFilter, volatility: ['low'], features: ['a'] })
  expect(readFilter(new URLSearchParams(`q=${'x'.repeat(500)}`)).q).toHaveLength(100)
})

test('a sort order alone does not count as filtering; everything else does', () => {
  expect(isFiltering({ ...noFilter, sort: 'name', q: ' ' })).toBe(false)
  expect(isFiltering({ ...noFilter, volatility: ['low'] })).toBe(true)
  expect(toggled(toggled(['a'], 'b'), 'a')).toEqual(['b'])
})
