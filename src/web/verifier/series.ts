import { mostListed } from '#domain/games/listed-notes.ts'
import { cardText, type Card } from '#domain/games/table/cards.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { outcomeView } from '#domain/games/table/outcome-view.ts'
import { mixOf } from '#domain/games/table/salt-list.ts'
import { notesOf, type SeriesNote } from '#domain/games/table/series-notes.ts'
import { placesOf, type SeriesPlace } from '#domain/games/table/series-places.ts'
import { tableByCode } from '#domain/games/table/tables.ts'
import type { SeriesFault } from '#domain/games/table/verify-series.ts'
import type { SeriesAnswer } from '#domain/games/verify-text.ts'
import type { Locale } from '#i18n/locales.ts'
import { element, tableOf, verdictOf, type Texts } from './elements.ts'

/** The verdict on a series of a table, its rounds as they are drawn again, its salts and its values. */

type SeriesTexts = { t: Texts; series: Texts; locale: Locale }

const titles = {
  proven: 'proven',
  false: 'false',
  'not-revealed': 'notRevealed',
  'unknown-mathematics': 'unknown',
} as const

const explanations = { proven: 'provenText', false: 'falseText', 'not-revealed': 'notRevealedText' } as const

/** The most rounds, and the most links, that are shown: a pasted evidence may have many thousands. */
const mostShown = 1000

export function seriesOf({ t, series, locale }: SeriesTexts, answer: SeriesAnswer): Node[] {
  const { verdict, evidence, report } = answer
  const text = verdict === 'unknown-mathematics' ? t('verdict.unknownText') : series(explanations[verdict])
  const hasOwn = evidence.kept !== null && evidence.kept.own !== null
  const notes = report === null ? [] : notesOf(evidence, report, (reason) => series(`reason.${reason}`))
  const { salts, rounds } = evidence.record
  const name = tableByCode(salts.game)?.names[locale] ?? salts.game
  return [
    verdictOf(verdict, t(`verdict.${titles[verdict]}`), text),
    ...(verdict === 'proven' ? [element('p', {}, series(hasOwn ? 'ownMixed' : 'noOwn'))] : []),
    ...(report === null ? [] : faultsOf(series, report.faults)),
    ...notes.map((note) => element('p', {}, noteText(series, note))),
    tableOf(
      [series('table'), series('firstLink'), series('roundCount')],
      [[`${name} · ${salts.table}`, String(salts.firstLink), String(rounds.length)]],
    ),
    ...(report === null ? [] : roundsOf(series, placesOf(evidence, report))),
    ...saltsOf(series, answer),
    valuesOf(series, answer),
  ]
}

function noteText(series: Texts, note: SeriesNote): string {
  if ('seats' in note) return series(note.note, { seats: note.seats })
  return 'rounds' in note ? series(note.note, { rounds: note.rounds }) : series(note.note)
}

function faultsOf(series: Texts, faults: readonly SeriesFault[]): Node[] {
  const items = faults.slice(0, mostListed).map((fault) => {
    const item = element('li', {}, element('p', {}, element('b', {}, faultText(series, fault))))
    if (fault.kind === 'round') {
      item.append(compared(series, 'shown', fault.got))
      if (fault.expected !== null) item.append(compared(series, 'rounds', fault.expected))
    }
    return item
  })
  const rest = faults.length - mostListed
  return [
    ...(items.length === 0 ? [] : [element('ul', { 'aria-label': series('faultTitle') }, ...items)]),
    ...(rest > 0 ? [element('p', {}, `+ ${rest}`)] : []),
  ]
}

function faultText(series: Texts, fault: SeriesFault): string {
  if (fault.kind === 'salts') return series(`fault.${fault.fault.kind}`, { seat: fault.fault.seat })
  if (fault.kind === 'game') return series('fault.game')
  return series(`fault.${fault.kind}`, { number: String(fault.kind === 'link' ? fault.number : fault.index + 1) })
}

function compared(series: Texts, name: 'shown' | 'rounds', outcome: TableOutcome): Node {
  return element('div', { class: 'compared' }, element('span', {}, series(name)), outcomeOf(series, outcome))
}

function roundsOf(series: Texts, places: readonly SeriesPlace[]): Node[] {
  if (places.length === 0) return []
  const items = places.slice(0, mostShown).map(({ place, state, shown, drawn }) => {
    const outcome = drawn ?? shown
    const head = element(
      'p',
      {},
      element('b', { 'aria-label': series('round', { place: String(place) }) }, String(place)),
    )
    head.append(element('span', {}, series(`state.${state}`)))
    return element('li', { class: state }, head, ...(outcome === null ? [] : [outcomeOf(series, outcome)]))
  })
  const rest = places.length - mostShown
  return [
    element('h3', {}, series(places.some(({ drawn }) => drawn !== null) ? 'rounds' : 'shown')),
    element('ol', { class: 'rounds' }, ...items),
    ...(rest > 0 ? [element('p', {}, `+ ${rest}`)] : []),
  ]
}

/** An outcome drawn small. */
function outcomeOf(series: Texts, outcome: TableOutcome): Node {
  const view = outcomeView(outcome)
  switch (view.kind) {
    case 'cards': {
      const sides = view.sides.map(({ side, cards, points, wins }) => {
        const name = `${series(`side.${side}`)} ${points ?? ''}`.trimEnd()
        return element(
          'div',
          wins ? { class: 'wins' } : {},
          element('span', {}, view.isTie ? `${name} · ${series('tie')}` : name),
          element('span', { class: 'cards' }, ...cards.map(cardOf)),
        )
      })
      return element('div', { class: 'sides' }, ...sides)
    }
    case 'pocket':
      return element('span', { class: `pocket ${view.color}` }, String(view.pocket))
    case 'order':
      return element(
        'span',
        { class: 'order' },
        ...view.order.map((runner) => element('span', { class: 'die' }, String(runner))),
      )
    case 'dice':
      return element(
        'span',
        { class: 'dice' },
        ...view.dice.map((die) => element('span', { class: 'die' }, String(die))),
        element('b', {}, String(view.total)),
      )
  }
}

/** The suits in the order of the cards' numbers, as texts and not as pictures. */
const suits = ['\u2663\ufe0e', '\u2666\ufe0e', '\u2665\ufe0e', '\u2660\ufe0e']

/** A card drawn small. */
export function cardOf(card: Card): Node {
  const suit = Math.floor(card / 13)
  const [letter = ''] = cardText(card)
  const color = suit === 1 || suit === 2 ? 'card red' : 'card'
  return element('span', { class: color }, `${letter === 'T' ? '10' : letter}${suits[suit]}`)
}

function saltsOf(series: Texts, { evidence }: SeriesAnswer): Node[] {
  const { entries } = evidence.record.salts
  if (entries.length === 0) return [element('p', {}, series('noSalts'))]
  return [
    element('h3', {}, series('salts', { count: entries.length })),
    tableOf(
      [series('seat'), series('saltHash'), series('salt')],
      entries.map(({ seat, saltHash, salt, unmixed }) => [
        seat,
        element('code', {}, saltHash),
        unmixed === null ? element('code', {}, salt) : series(`reason.${unmixed}`),
      ]),
    ),
  ]
}

function valuesOf(series: Texts, { evidence, report }: SeriesAnswer): Node {
  const { salts, links } = evidence.record
  const values: (readonly [string, string])[] = [
    [series('chainEnd'), evidence.chainEnd],
    [series('previousLink'), salts.previousLink],
    // The mix of a list with faults is not defined.
    ...(report?.drawn ? [[series('mix'), mixOf(salts)] as const] : []),
    ...links
      .slice(0, mostShown)
      .map((link, index) => [series('link', { number: String(salts.firstLink + index) }), link] as const),
  ]
  const rows = values.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, element('code', {}, value))),
  )
  return element('details', {}, element('summary', {}, series('values')), element('dl', {}, ...rows))
}
