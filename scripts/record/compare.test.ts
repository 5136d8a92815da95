import { describe, expect, test } from 'vitest'
import { compareAnswers, compareJson, isOfNewCall, judge, newCallsOf, readExpected } from './compare.ts'
import { differentPixels } from './compare-screens.ts'

const lines = (...all: object[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join('')

describe('comparing two recordings', () => {
  const before = lines({ id: 'a', status: 200, body: { ids: ['‹x›', '‹y›'] } }, { id: 'b', status: 401 })

  test('finds nothing in equal recordings', () => {
    expect(compareAnswers(before, before)).toEqual([])
  })

  test('names the field that differs, with both values', () => {
    const after = lines({ id: 'a', status: 200, body: { ids: ['‹x›', '‹x›'] } }, { id: 'b', status: 403 })
    expect(compareAnswers(before, after)).toEqual([
      { what: 'answers: a $.body.ids[1]', before: '"‹y›"', after: '"‹x›"' },
      { what: 'answers: b $.status', before: '401', after: '403' },
    ])
  })

  test('finds fields, answers and list entries that came or went', () => {
    const after = lines({ id: 'a', status: 200, body: { ids: ['‹x›'], more: true } }, { id: 'c', status: 401 })
    expect(compareAnswers(before, after).map(({ what }) => what)).toEqual([
      'answers: a $.body.ids[1]',
      'answers: a $.body.more',
      'answers: b $',
      'answers: c $',
    ])
  })

  test('finds answers in another order', () => {
    const after = before.split('\n').toReversed().join('\n')
    expect(compareAnswers(before, after).map(({ what }) => what)).toEqual(['answers: order of the walk'])
  })

  test('compares OpenAPI by content, not by the order of fields', () => {
    expect(compareJson('openapi-site', '{"a":1,"b":2}', '{"b":2,"a":1}')).toEqual([])
    expect(compareJson('openapi-site', '{"a":1}', '{"a":null}')).toEqual([
      { what: 'openapi-site: $.a', before: '1', after: 'null' },
    ])
  })
})

describe('new calls', () => {
  const openapi = (...paths: string[]): string =>
    JSON.stringify({ paths: Object.fromEntries(paths.map((path) => [path, {}])) })
  const [before, after] = [openapi('/api/routes/get-bet'), openapi('/api/routes/get-bet', '/api/routes/get-bets')]

  test('are the paths that only the second OpenAPI has', () => {
    expect(newCallsOf(before, after)).toEqual(['routes/get-bets'])
    expect(newCallsOf(after, before)).toEqual([])
  })

  test('explain their path and their answers, and nothing of other calls', () => {
    const differences = [
      ...compareJson('openapi-site', before, after),
      ...compareAnswers('', lines({ id: 'every call · guest · routes/get-bets #1', status: 401 })),
      ...compareAnswers('', lines({ id: 'every call · guest · routes/get-bet #1', status: 401 })),
    ]
    expect(differences.map((one) => isOfNewCall(one, ['routes/get-bets']))).toEqual([true, true, false])
  })
})

describe('expected differences', () => {
  const difference = (what: string) => ({ what, before: '1', after: '2' })

  test('cover what their pattern names and nothing else', () => {
    const expected = readExpected('# comment\n\nanswers: a * $.body.[x].y — renamed\nanswers: gone — removed\n')
    const { unexpected, met, unused } = judge(
      [difference('answers: a · guest $.body.[x].y'), difference('answers: a · guest $.body.x.yy')],
      expected,
    )
    expect(met.map((one) => one.reason)).toEqual(['renamed'])
    expect(unexpected.map(({ what }) => what)).toEqual(['answers: a · guest $.body.x.yy'])
    expect(unused).toEqual(['answers: gone — removed'])
  })

  test('need a reason', () => {
    expect(() => readExpected('answers: a')).toThrow('needs a reason')
    expect(() => readExpected('answers: a — ')).toThrow('needs a reason')
  })
})

test('counts pixels of which a channel differs by more than smoothing does', () => {
  const old = new Uint8Array(4 * 4 * 3)
  const young = Uint8Array.from(old)
  young[5] = 10
  expect(differentPixels(old, young, 4)).toEqual({ count: 0, top: -1, bottom: -1 })
  young[4 * 3 + 1] = 200
  young[3 * 4 * 3] = 200
  expect(differentPixels(old, young, 4)).toEqual({ count: 2, top: 1, bottom: 3 })
})
