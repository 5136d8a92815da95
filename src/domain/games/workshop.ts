import type { Game } from './game.ts'
import { azureDragonHoard } from './slot/machines/azure-dragon-hoard/game.ts'
import { azureDragonHoardTargets } from './slot/machines/azure-dragon-hoard/targets.ts'
import { lotusFalls } from './slot/machines/lotus-falls/game.ts'
import { lotusFallsTargets } from './slot/machines/lotus-falls/targets.ts'
import type { MachineTargets } from './slot/targets.ts'

/** A machine whose mathematics are being made: `npm run math` knows it, the lobby does not. */
export type WorkshopMachine = { game: Game; names: { en: string }; targets: MachineTargets }

/**
 * The machines in the making. One moves to the catalogue when its window, pictures and sounds are whole; until then its
 * data may change without a new version. `npm run math -- new` adds to this list.
 */
export const workshop: readonly WorkshopMachine[] = [
  { game: lotusFalls, names: { en: 'Lotus Falls' }, targets: lotusFallsTargets },
  { game: azureDragonHoard, names: { en: 'Azure Dragon Hoard' }, targets: azureDragonHoardTargets },
]
