import type { Draw } from '../draw.ts'
import type { Card } from '../table/cards.ts'
import { shuffledShoe, type Shoe } from '../table/shoe.ts'
import { isTwoCard21, totalOf, valueOf } from './cards.ts'
import { blackjackActions, type BlackjackAction, type BlackjackEvent, type BlackjackResult } from './events.ts'
import type { BlackjackGame } from './game.ts'
import { resultOf } from './settle.ts'
import type { BlackjackHand, BlackjackState } from './state.ts'

/**
 * The engine of blackjack: pure, without a clock and without any chance but the draw of the shoe. All cards are fixed before the
 * first decision. What is stored of a round is its seeds and its decisions: `replay` makes the state from them.
 */

/** Why an action is not possible. `not-first-cards`: the hand has more than two cards. `most-hands`: no further split. */
export const actionRefusals = [
  'unknown',
  'over',
  'insurance-first',
  'no-insurance',
  'not-first-cards',
  'not-a-pair',
  'most-hands',
] as const
export type ActionRefusal = (typeof actionRefusals)[number]

/** An action that is possible now, with the stake that it adds, in units. */
export type LegalAction = { action: BlackjackAction; stake: number }

/** Shuffles a shoe and deals: to the member, the dealer's upcard, the member, the hole card. */
export function beginRound(game: BlackjackGame, draw: Draw): BlackjackState {
  return dealFrom(shuffledShoe(draw, game.decks), game)
}

/** The same from given cards, in the order in which they are dealt. Throws RangeError where a round needs more. */
export function dealFrom(shoe: Shoe, game: BlackjackGame): BlackjackState {
  const [first, upcard, second, hole] = [0, 1, 2, 3].map((place) => cardAt(shoe, place))
  if (first === undefined || upcard === undefined || second === undefined || hole === undefined) throw noCard(3)
  const cards = [first, second]
  const dealt: BlackjackState = {
    shoe,
    next: 4,
    dealer: [upcard, hole],
    hands: [{ cards, isDoubled: false, isFromSplit: false, isDone: isTwoCard21(cards) }],
    insurance: 'none',
    isOver: false,
    events: [{ type: 'deal', cards, upcard }],
  }
  if (valueOf(upcard) === 1) return withEvent({ ...dealt, insurance: 'offered' }, { type: 'offer' })
  return continued(game, valueOf(upcard) === 10 ? peeked(dealt) : dealt)
}

/** The state after an action, or why it is refused; the state given is not changed. */
export function step(
  game: BlackjackGame,
  state: BlackjackState,
  action: BlackjackAction,
): { kind: 'stepped'; state: BlackjackState } | { kind: 'refused'; reason: ActionRefusal } {
  const reason = refusalOf(game, state, action)
  return reason ? { kind: 'refused', reason } : { kind: 'stepped', state: continued(game, acted(state, action)) }
}

/** Why an action is not possible now, or null. */
export function refusalOf(game: BlackjackGame, state: BlackjackState, action: BlackjackAction): ActionRefusal | null {
  if (state.isOver) return 'over'
  const isOffered = state.insurance === 'offered'
  if (action === 'insure' || action === 'decline') return isOffered ? null : 'no-insurance'
  if (isOffered) return 'insurance-first'
  if (action === 'hit' || action === 'stand') return null
  const cards = state.hands[activeHand(state) ?? 0]?.cards ?? []
  if (cards.length !== 2) return 'not-first-cards'
  if (action === 'double') return null
  const [one, other] = cards.map(valueOf)
  if (one !== other) return 'not-a-pair'
  return state.hands.length >= game.mostHands ? 'most-hands' : null
}

/** Every action that is possible now, in the order of `blackjackActions`. None when the round is over. */
export function legalActions(game: BlackjackGame, state: BlackjackState): LegalAction[] {
  return blackjackActions
    .filter((action) => refusalOf(game, state, action) === null)
    .map((action) => ({ action, stake: addedStake(game, action) }))
}

/** The units that an action adds to the stake. */
export function addedStake(game: BlackjackGame, action: BlackjackAction): number {
  if (action === 'insure') return game.insuranceStake
  return action === 'double' || action === 'split' ? game.unitsPerStake : 0
}

/** The action that takes the place of a decision that was not made in time: no insurance, and stand. Null when the round is over. */
export function defaultAction(state: BlackjackState): 'decline' | 'stand' | null {
  if (state.isOver) return null
  return state.insurance === 'offered' ? 'decline' : 'stand'
}

/** Ends a round by its default actions, and names those that were taken. */
export function finishByDefault(
  game: BlackjackGame,
  state: BlackjackState,
): { state: BlackjackState; decisions: BlackjackAction[] } {
  const decisions: BlackjackAction[] = []
  let now = state
  for (let action = defaultAction(now); action !== null; action = defaultAction(now)) {
    decisions.push(action)
    now = continued(game, acted(now, action))
  }
  return { state: now, decisions }
}

/** A decision that was refused: its place in the list, from 1. */
export type RefusedDecision = { at: number; reason: ActionRefusal }

/**
 * The state of a round from its draw and its decisions. It stops at the first decision that is refused: `unknown` for one that is
 * no action, `over` for one too many. A state that is not over waits for a decision.
 */
export function replay(
  game: BlackjackGame,
  draw: Draw,
  decisions: readonly string[],
): { state: BlackjackState; refused: RefusedDecision | null } {
  let state = beginRound(game, draw)
  for (const [index, decision] of decisions.entries()) {
    const action = blackjackActions.find((one) => one === decision)
    const stepped = action ? step(game, state, action) : { kind: 'refused' as const, reason: 'unknown' as const }
    if (stepped.kind === 'refused') return { state, refused: { at: index + 1, reason: stepped.reason } }
    state = stepped.state
  }
  return { state, refused: null }
}

/** The settlement of a round, or null while it is not over. */
export function settlementOf({ events }: Pick<BlackjackState, 'events'>): BlackjackResult | null {
  const last = events.at(-1)
  return last?.type === 'result' ? last : null
}

/** The units staked so far. */
export function stakedUnits(game: BlackjackGame, { hands, insurance }: Omit<BlackjackState, 'shoe'>): number {
  const onHands = hands.reduce((sum, { isDoubled }) => sum + game.unitsPerStake * (isDoubled ? 2 : 1), 0)
  return onHands + (insurance === 'taken' ? game.insuranceStake : 0)
}

/** The place of the hand that is to be played, or null when there is none, as while insurance is offered. */
export function activeHand({ hands, insurance, isOver }: Omit<BlackjackState, 'shoe'>): number | null {
  const place = hands.findIndex(({ isDone }) => !isDone)
  return isOver || insurance === 'offered' || place < 0 ? null : place
}

/** The state after an action that is possible, before anything follows from it. */
function acted(state: BlackjackState, action: BlackjackAction): BlackjackState {
  if (action === 'insure') return peeked(withEvent({ ...state, insurance: 'taken' }, { type: 'insure' }))
  if (action === 'decline') return peeked(withEvent({ ...state, insurance: 'declined' }, { type: 'decline' }))
  const place = activeHand(state) ?? 0
  const hand = state.hands[place]
  if (!hand) throw new RangeError('No hand is to be played.')
  if (action === 'split') return split(state, place, hand)
  if (action === 'stand') {
    return withEvent(withHands(state, place, [{ ...hand, isDone: true }]), { type: 'stand', hand: place })
  }
  const card = cardAt(state.shoe, state.next)
  const cards = [...hand.cards, card]
  const isDoubled = action === 'double'
  const after = { ...hand, cards, isDoubled, isDone: isDoubled || totalOf(cards).total >= 21 }
  return withEvent(withHands({ ...state, next: state.next + 1 }, place, [after]), { type: action, hand: place, card })
}

/** Two hands of a pair, each with a card at once. Split aces are done with it, and so is a 21. */
function split(state: BlackjackState, place: number, { cards }: BlackjackHand): BlackjackState {
  const drawn = [cardAt(state.shoe, state.next), cardAt(state.shoe, state.next + 1)] as const
  const hands = drawn.map((card, index): BlackjackHand => {
    const both = [cards[index] ?? 0, card]
    const isDone = valueOf(cards[0] ?? 0) === 1 || totalOf(both).total === 21
    return { cards: both, isDoubled: false, isFromSplit: true, isDone }
  })
  return withEvent(withHands({ ...state, next: state.next + 2 }, place, hands), {
    type: 'split',
    hand: place,
    cards: drawn,
  })
}

/** The dealer looks at the hole card. A blackjack ends the hands. */
function peeked(state: BlackjackState): BlackjackState {
  const isBlackjack = isTwoCard21(state.dealer)
  const hands = isBlackjack ? state.hands.map((hand) => ({ ...hand, isDone: true })) : state.hands
  return withEvent({ ...state, hands }, { type: 'peek', found: isBlackjack ? 'blackjack' : 'nothing' })
}

/** Ends a round of which no hand is left to play: the hole card is turned, the dealer draws if a hand can still win or lose. */
function continued(game: BlackjackGame, state: BlackjackState): BlackjackState {
  if (state.insurance === 'offered' || state.hands.some(({ isDone }) => !isDone)) return state
  let ended = withEvent(state, { type: 'turn', card: state.dealer[1] ?? 0 })
  const isOpen = state.hands.some(
    ({ cards, isFromSplit }) => totalOf(cards).total <= 21 && (isFromSplit || !isTwoCard21(cards)),
  )
  while (isOpen && dealerDraws(game, ended.dealer)) {
    const card = cardAt(ended.shoe, ended.next)
    ended = withEvent({ ...ended, next: ended.next + 1, dealer: [...ended.dealer, card] }, { type: 'draw', card })
  }
  return withEvent({ ...ended, isOver: true }, resultOf(game, ended))
}

function dealerDraws({ dealerSoft17 }: BlackjackGame, cards: readonly Card[]): boolean {
  const { total, isSoft } = totalOf(cards)
  return total < 17 || (total === 17 && isSoft && dealerSoft17 === 'hit')
}

function withHands(state: BlackjackState, place: number, hands: readonly BlackjackHand[]): BlackjackState {
  return { ...state, hands: state.hands.toSpliced(place, 1, ...hands) }
}

function withEvent(state: BlackjackState, event: BlackjackEvent): BlackjackState {
  return { ...state, events: [...state.events, event] }
}

function cardAt(shoe: Shoe, place: number): Card {
  const card = shoe[place]
  if (card === undefined) throw noCard(place)
  return card
}

function noCard(place: number): RangeError {
  return new RangeError(`The shoe has no card ${place}.`)
}
