import type { Game } from './game.ts'
import type { MachineTargets } from './slot/targets.ts'

/** A machine whose mathematics are being made: `npm run math` knows it, the lobby does not. */
export type WorkshopMachine = { game: Game; names: { en: string }; targets: MachineTargets }

/**
 * The machines in the making. One moves to the catalogue when its window, pictures and sounds are whole; until then its
 * data may change without a new version. `npm run math -- new` adds to this list.
 */
export const workshop: readonly WorkshopMachine[] = []
