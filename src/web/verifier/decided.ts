import { blackjackActions } from '#domain/games/blackjack/events.ts'
import { visibleState, type VisibleBlackjack } from '#domain/games/blackjack/visible.ts'
import { moneyOf } from '#domain/games/round-views.ts'
import { seatGameByCode } from '#domain/games/seat-games.ts'
import type { Card } from '#domain/games/table/cards.ts'
import type { DecidedAnswer } from '#domain/games/verify-text.ts'
import type { Locale } from '#i18n/locales.ts'
import { element, verdictOf, type Texts } from './elements.ts'
import { checksOf, stepsOf } from './recomputed.ts'
import { cardOf } from './series.ts'

/** The verdict on a round with decisions, its cards as they are dealt again, its checks and the stream. */

type DecidedTexts = { t: Texts; decided: Texts; locale: Locale }

const titles = {
  proven: ['proven', ''],
  false: ['false', 'falseText'],
  'not-revealed': ['notRevealed', 'notRevealedText'],
  'unknown-mathematics': ['unknown', 'unknownText'],
} as const

/** The most decisions that are shown: a pasted record may have any number. */
const mostShown = 60

export function decidedOf(texts: DecidedTexts, { record, verification }: DecidedAnswer): Node[] {
  const { t, decided } = texts
  const { verdict, checks, fault, round } = verification
  const [title, text] = titles[verdict]
  const isStakeOpen = checks.some(({ holds, proves }) => holds && !proves)
  const sentence = text === '' ? decided(isStakeOpen ? 'noReturnText' : 'provenText') : t(`verdict.${text}`)
  return [
    verdictOf(verdict, t(`verdict.${title}`), sentence),
    ...(fault === null ? [] : [element('p', {}, decided(`fault.${fault.reason}`, { at: String(fault.at) }))]),
    ...(round === null ? [] : cardsOf(texts, record, round)),
    ...checksOf(t, checks, 'cards'),
    ...(round === null ? [] : stepsOf(t, record, round)),
  ]
}

type Round = NonNullable<DecidedAnswer['verification']['round']>

function cardsOf(
  { t, decided, locale }: DecidedTexts,
  record: DecidedAnswer['record'],
  { game, state }: Round,
): Node[] {
  const { dealer, hands, result } = visibleState(game, state)
  const money = (units: number): string => moneyOf(units, record, game.unitsPerStake)
  const paid = (title: string, { staked, returned }: { staked: number; returned: number }): Node =>
    element(
      'p',
      {},
      element('b', {}, title),
      ` ${decided('money', { staked: money(staked), returned: money(returned) })}`,
    )
  const sideOf = (name: string, cards: readonly Card[], { total, isSoft }: VisibleBlackjack['dealer']['total']): Node =>
    element(
      'div',
      {},
      element('span', {}, `${name} ${decided(isSoft ? 'softTotal' : 'total', { total: String(total) })}`),
      element('span', { class: 'cards' }, ...cards.map(cardOf)),
    )
  const items = hands.map((hand, place) => {
    const settled = result?.hands[place]
    const side = sideOf(decided('hand', { number: String(place + 1) }), hand.cards, hand.total)
    return element(
      'li',
      {},
      element('div', { class: 'sides' }, side),
      ...(settled ? [paid(decided(`outcome.${settled.outcome}`), settled)] : []),
    )
  })
  const name = seatGameByCode(game.code)?.names[locale] ?? game.code
  return [
    element('h3', {}, t('replay.round', { game: name, nonce: String(record.nonce) })),
    element('div', { class: 'sides' }, sideOf(decided('dealer'), dealer.cards, dealer.total)),
    element('ul', {}, ...items),
    ...(result?.insurance ? [paid(decided(`insurance.${result.insurance.outcome}`), result.insurance)] : []),
    element('p', {}, decisionsText(decided, record.decisions)),
  ]
}

function decisionsText(decided: Texts, decisions: readonly string[]): string {
  if (decisions.length === 0) return decided('noDecisions')
  const names = decisions
    .slice(0, mostShown)
    .map((one) =>
      blackjackActions.some((action) => action === one) ? decided(`action.${one}`) : one.slice(0, mostShown),
    )
  const rest = decisions.length - mostShown
  return `${decided('decisions')}: ${names.join(', ')}${rest > 0 ? ` + ${rest}` : ''}`
}
