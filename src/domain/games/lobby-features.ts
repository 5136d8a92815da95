import type { Feature, Game } from './game.ts'

/** By which features members find a game in the lobby: those of slots, then those of tables. Those of planned games are of the same list. */
export const lobbyFeatures = [
  'free-spins',
  'hold-and-win',
  'pick',
  'ways',
  'cluster',
  'pay-anywhere',
  'tumble',
  'multiplier',
  'stacked-wild',
  'sticky-wild',
  'walking-wild',
  'expanding-symbol',
  'jackpot',
  'classic',
  'pair-bets',
  'no-commission',
  'fast-rounds',
  'one-card',
  'single-zero',
  'three-dice',
  'fixed-odds',
] as const
export type LobbyFeature = (typeof lobbyFeatures)[number]

const ofKind = {
  'free-spins': 'free-spins',
  'hold-and-win': 'hold-and-win',
  'jackpot-link': 'jackpot',
  pick: 'pick',
  tumble: 'tumble',
  'walking-wilds': 'walking-wild',
} as const satisfies Record<Feature['kind'], LobbyFeature>

const ofWinMode = {
  lines: null,
  ways: 'ways',
  cluster: 'cluster',
  anywhere: 'pay-anywhere',
} as const satisfies Record<Game['winMode']['kind'], LobbyFeature | null>

/** The features of a game, from its data, in the order of the list. */
export function lobbyFeaturesOf(game: Game): LobbyFeature[] {
  const found = new Set<LobbyFeature | null>([ofWinMode[game.winMode.kind]])
  for (const feature of game.features) {
    found.add(ofKind[feature.kind])
    if ('ladder' in feature) found.add('multiplier')
    if ('wilds' in feature) found.add('sticky-wild')
    if ('expanding' in feature) found.add('expanding-symbol')
  }
  if (game.symbols.some((symbol) => 'multipliers' in symbol)) found.add('multiplier')
  return lobbyFeatures.filter((feature) => found.has(feature))
}
