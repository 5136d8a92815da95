import type { Game } from '#domain/games/game.ts'
import type { Step } from '../steps.ts'
import { mechanicNamesOf, type MechanicName } from './mechanic-names.ts'
import type { Mechanic } from './show.ts'

/** The mechanics of a machine, by the kind of step they show. One chunk each; a machine loads only its own. */

const loaders = {
  tumble: () => import('./mechanics/tumble.ts'),
  cells: () => import('./mechanics/cells.ts'),
  coins: () => import('./mechanics/hold-and-win.ts'),
} as const satisfies Record<MechanicName, () => Promise<{ mechanic: Mechanic }>>

export type Mechanics = ReadonlyMap<MechanicName, Mechanic>

export async function loadMechanics(game: Game): Promise<Mechanics> {
  const loaded = mechanicNamesOf(game).map(async (name) => [name, (await loaders[name]()).mechanic] as const)
  return new Map(await Promise.all(loaded))
}

/** The mechanic that shows a step; null when the step changes nothing on the reels. */
export function mechanicOf(mechanics: Mechanics, step: Step): Mechanic | null {
  const name = nameOf(step)
  return (name && mechanics.get(name)) ?? null
}

function nameOf(step: Step): MechanicName | null {
  switch (step.kind) {
    case 'tumble':
      return 'tumble'
    case 'cells':
    case 'factors':
      return 'cells'
    case 'coins':
      return 'coins'
    case 'prize':
      return step.prize === 'pick' ? null : 'coins'
    case 'featureStep':
      if (step.feature === 'hold-and-win') return 'coins'
      return step.feature === 'walking-wilds' ? 'cells' : null
    default:
      return null
  }
}
