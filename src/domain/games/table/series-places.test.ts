import { expect, test } from 'vitest'
import { honestSeries } from '#test/honest-series.ts'
import { cardOf } from './cards.ts'
import { outcomeView } from './outcome-view.ts'
import { seriesEvidenceOf, type SeriesEvidence } from './series-evidence.ts'
import { placesOf } from './series-places.ts'
import { tableByCode } from './tables.ts'
import { verifySeries } from './verify-series.ts'

function placesFor(changed: object): string[] {
  const honest = honestSeries('roulette')
  const read = seriesEvidenceOf({ ...honest, ...changed })
  if (read.kind !== 'evidence') throw new Error(read.kind)
  const evidence: SeriesEvidence = read.evidence
  const game = tableByCode('roulette')?.game
  if (!game) throw new Error('There is roulette.')
  const report = verifySeries(game, evidence.record, { end: evidence.chainEnd, kept: evidence.kept })
  const places = placesOf(evidence, report)
  expect(places.map(({ place }) => place)).toEqual(places.map((_, index) => index + 1))
  return places.map(({ state }) => state)
}

test('each place of a series is proven, false, void, open, or passed over', () => {
  const { rounds, series } = honestSeries('roulette')
  expect(new Set(placesFor({}))).toEqual(new Set(['proven']))
  const none = { state: 'void', outcome: null }
  const other = { state: 'settled', outcome: { kind: 'sic-bo', dice: [1, 2, 3] } }
  const changed = {
    rounds: [rounds[0], none, other, rounds[3]],
    series: { ...series, links: series.links.slice(0, 6) },
  }
  expect(placesFor(changed)).toEqual(['proven', 'void', 'false', 'proven', 'passed-over', 'passed-over'])
  const unrevealed = { ...changed, series: { ...series, links: series.links.slice(0, 3) } }
  expect(placesFor(unrevealed)).toEqual(['proven', 'void', 'false', 'open'])
  const broken = { ...changed, series: { ...series, links: [series.links[1]] } }
  expect(placesFor(broken)).toEqual(['open', 'void', 'open', 'open'])
})

test('an outcome is drawn with its points, winner, colour and sum', () => {
  const cards = (text: string) => text.split(' ').map(cardOf)
  const hand = { kind: 'baccarat', player: cards('9C KH'), banker: cards('2D 3S 4C') } as const
  expect(outcomeView(hand)).toEqual({
    kind: 'cards',
    sides: [
      { side: 'player', cards: hand.player, points: 9, wins: false },
      { side: 'banker', cards: hand.banker, points: 9, wins: false },
    ],
    isTie: true,
  })
  expect(outcomeView({ kind: 'dragon-tiger', dragon: cardOf('AS'), tiger: cardOf('2C') })).toMatchObject({
    sides: [
      { side: 'dragon', points: null, wins: false },
      { side: 'tiger', wins: true },
    ],
    isTie: false,
  })
  const colors = [0, 1, 2, 36].map((pocket) => outcomeView({ kind: 'roulette', pocket }))
  expect(colors.map((view) => view.kind === 'pocket' && view.color)).toEqual(['green', 'red', 'black', 'red'])
  expect(outcomeView({ kind: 'sic-bo', dice: [6, 5, 4] })).toEqual({ kind: 'dice', dice: [6, 5, 4], total: 15 })
})
