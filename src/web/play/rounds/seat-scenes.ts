import type { BlackjackAction, HandOutcome } from '#domain/games/blackjack/events.ts'
import type { BlackjackGame } from '#domain/games/blackjack/game.ts'
import { legalActions, settlementOf, step } from '#domain/games/blackjack/round.ts'
import { valueOf } from '#domain/games/blackjack/cards.ts'
import type { BlackjackState } from '#domain/games/blackjack/state.ts'

/** The states in which the page of rounds shows a seat of one's own. */
export const seatScenes = [
  'open',
  'bets',
  'dealing',
  'decide',
  'last-seconds',
  'offer',
  'pair',
  'hands',
  'long',
  'won',
  'lost',
  'push',
  'bust',
  'blackjack',
  'insured',
  'split-won',
  'default',
  'history',
  'replay',
  'verify',
  'fairness',
  'info',
  'strategy',
] as const
export type SeatScene = (typeof seatScenes)[number]

type Decision = { action: BlackjackAction; isDefault: boolean }

/** The decisions with which a round, given as it was dealt, shows a scene; null when it does not. */
type Decide = (game: BlackjackGame, dealt: BlackjackState) => readonly Decision[] | null

const scenes: Partial<Record<SeatScene, Decide>> = {
  decide: (_, dealt) => (isPlain(dealt) ? [] : null),
  'last-seconds': (_, dealt) => (isPlain(dealt) ? [] : null),
  offer: (_, dealt) => (dealt.insurance === 'offered' ? [] : null),
  pair: (game, dealt) => (dealt.insurance === 'none' && canDo(game, dealt, 'split') ? [] : null),
  // Four hands, of which some have several cards: the narrowest that the table can be.
  hands(game, dealt) {
    const split = played(game, dealt, ['split', 'split', 'split', 'hit'])
    return split && split.state.hands.length === 4 && !split.state.isOver ? split.decisions : null
  },
  long(game, dealt) {
    const hit = played(game, dealt, ['hit', 'hit', 'hit', 'hit'])
    return hit && !hit.state.isOver ? hit.decisions : null
  },
  won: (game, dealt) => ended(game, dealt, ['stand'], ['win']),
  lost: (game, dealt) => ended(game, dealt, ['double'], ['lose']),
  push: (game, dealt) => ended(game, dealt, ['hit', 'stand'], ['push']),
  bust: (game, dealt) => ended(game, dealt, ['hit', 'hit'], ['bust']),
  blackjack: (game, dealt) => (dealt.insurance === 'none' ? ended(game, dealt, [], ['blackjack']) : null),
  insured(game, dealt) {
    const insured = played(game, dealt, ['insure'])
    return insured && settlementOf(insured.state)?.insurance?.outcome === 'win' ? insured.decisions : null
  },
  'split-won': (game, dealt) => ended(game, dealt, ['split', 'double', 'stand'], ['win', 'lose']),
  default(game, dealt) {
    const stood = isPlain(dealt) ? played(game, dealt, ['stand']) : null
    return stood && settlementOf(stood.state)?.returned === 0 ? [{ action: 'stand', isDefault: true }] : null
  },
}

/** How a round comes to show a scene; null for a scene without a round. */
export function decisionsOfScene(scene: SeatScene): Decide | null {
  return scenes[scene] ?? null
}

/** Two cards of different value, without insurance: hit, stand and double are possible. */
function isPlain({ hands, insurance, isOver }: BlackjackState): boolean {
  const [one = 0, other = 0] = hands[0]?.cards ?? []
  return !isOver && insurance === 'none' && valueOf(one) !== valueOf(other)
}

function canDo(game: BlackjackGame, state: BlackjackState, action: BlackjackAction): boolean {
  return legalActions(game, state).some((one) => one.action === action)
}

/** The state after actions, which must all be possible and none be left over; else null. */
function played(
  game: BlackjackGame,
  dealt: BlackjackState,
  actions: readonly BlackjackAction[],
): { state: BlackjackState; decisions: Decision[] } | null {
  let state = dealt
  for (const action of actions) {
    const stepped = step(game, state, action)
    if (stepped.kind === 'refused') return null
    ;({ state } = stepped)
  }
  return { state, decisions: actions.map((action) => ({ action, isDefault: false })) }
}

/** The decisions, when they end the round with these outcomes. */
function ended(
  game: BlackjackGame,
  dealt: BlackjackState,
  actions: readonly BlackjackAction[],
  outcomes: readonly HandOutcome[],
): Decision[] | null {
  const all = played(game, dealt, actions)
  const hands = all && settlementOf(all.state)?.hands
  return hands && String(hands.map(({ outcome }) => outcome)) === String(outcomes) ? all.decisions : null
}
