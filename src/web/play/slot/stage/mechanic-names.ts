import type { Game } from '#domain/games/game.ts'

/** The mechanics by the kind of step that they show. */
export type MechanicName = 'tumble' | 'cells' | 'coins'

/** The mechanics of a machine. */
export function mechanicNamesOf({ features, symbols }: Game): MechanicName[] {
  const kinds = new Set<string>(features.map(({ kind }) => kind))
  const names: MechanicName[] = []
  if (kinds.has('tumble')) names.push('tumble')
  if (kinds.has('hold-and-win')) names.push('coins')
  const changes =
    kinds.has('walking-wilds') ||
    features.some((feature) => feature.kind === 'free-spins' && (feature.wilds || feature.expanding)) ||
    symbols.some(
      (symbol) => symbol.kind === 'mystery' || (symbol.kind === 'wild' && (symbol.expands || symbol.multipliers)),
    )
  if (changes) names.push('cells')
  return names
}
