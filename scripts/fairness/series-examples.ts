import { sha256Hex } from '#domain/games/sha256.ts'
import { hashesDigest } from '#domain/games/table/salt-list.ts'
import { seriesEvidenceText } from '#domain/games/table/series-evidence.ts'
import { tableHashOf } from '#domain/games/table/table-game.ts'
import { tableByCode } from '#domain/games/table/tables.ts'
import { roundsOfLinks } from '#domain/games/table/verify-series.ts'
import { sampleSeries } from '../math/tables/sample-series.ts'

/** The evidence among the examples of `docs/fairness.md`, section 13: the series of its example, and what else a file may hold. */

type Published = Parameters<typeof seriesEvidenceText>[0]

/** The example's whole series of a game. */
function whole(code: string): Published {
  const game = tableByCode(code)?.game
  if (!game) throw new Error(`There is no table game ${code}.`)
  const { salts, links, rounds } = sampleSeries(game, 'example')
  return {
    mathHash: tableHashOf(game),
    series: { ...salts, chainEnd: salts.previousLink, links },
    rounds: rounds.map((outcome) => ({ state: 'settled', outcome })),
    kept: null,
  }
}

/** The same with what the browser of the first seat kept. */
function kept(series: Published): Published {
  const { entries } = series.series
  const [own] = entries
  if (!own?.salt) throw new Error('The first seat sent its salt.')
  return {
    ...series,
    kept: {
      hashes: hashesDigest(series.series as Parameters<typeof hashesDigest>[0], entries),
      own: { seat: own.seat, salt: own.salt },
    },
  }
}

/** A series of roulette from the chain alone that ended after 20 rounds, of which the third was void. */
function unsalted(): Published {
  const game = tableByCode('roulette')?.game
  const published = whole('roulette')
  if (!game) throw new Error('There is roulette.')
  const series = { ...published.series, entries: [], lateSeats: ['seat-4'] }
  const outcomes = roundsOfLinks(game, series, series.links).slice(0, 20)
  const rounds = outcomes.map((outcome, index) =>
    index === 2 ? ({ state: 'void', outcome: null } as const) : ({ state: 'settled', outcome } as const),
  )
  return { ...published, series, rounds }
}

/** A shoe of which two cards of the seventh round were exchanged, with a salt that the own browser did not send. */
function dishonest(): Published {
  const series = kept(whole('baccarat'))
  const rounds = series.rounds.map((round, index) => {
    if (index !== 6 || round.outcome?.kind !== 'baccarat') return round
    const { kind, player, banker } = round.outcome
    return { ...round, outcome: { kind, player: banker, banker: player } }
  })
  const own = { seat: 'seat-1', salt: sha256Hex('another salt') }
  return { ...series, rounds, kept: series.kept && { ...series.kept, own } }
}

/** The examples by title, in the order of the file, as texts. */
export function seriesExamples(): [title: string, text: string][] {
  const dragonTiger = whole('dragon-tiger')
  const inPlay: Published = {
    ...dragonTiger,
    series: { ...dragonTiger.series, links: [] },
    rounds: [...dragonTiger.rounds.slice(0, 12), { state: 'open', outcome: null }],
  }
  const otherChain: Published = { ...whole('sic-bo') }
  const examples: [title: string, series: Published][] = [
    ['the shoe of baccarat above, with what the browser of `seat-1` kept', kept(whole('baccarat'))],
    ['dice', whole('sic-bo')],
    [
      'a wheel at an empty table, with a void round and a seat that came too late, which ended after 20 rounds',
      unsalted(),
    ],
    ['a shoe in play', inPlay],
    ['a shoe with another seventh round than its link gives, and without the salt that the browser sent', dishonest()],
    [
      'dice of another chain than the one whose end was published',
      { ...otherChain, series: { ...otherChain.series, chainEnd: sha256Hex('another end') } },
    ],
    ['races', whole('virtual-horses')],
  ]
  return examples.map(([title, series]) => [title, seriesEvidenceText(series)])
}
