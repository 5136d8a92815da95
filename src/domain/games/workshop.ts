import type { Game } from './game.ts'
import { fullMoonWolf } from './slot/machines/full-moon-wolf/game.ts'
import { fullMoonWolfTargets } from './slot/machines/full-moon-wolf/targets.ts'
import { rubySeven } from './slot/machines/ruby-seven/game.ts'
import { rubySevenTargets } from './slot/machines/ruby-seven/targets.ts'
import { bookOfHorus } from './slot/machines/book-of-horus/game.ts'
import { bookOfHorusTargets } from './slot/machines/book-of-horus/targets.ts'
import { eagleCliff } from './slot/machines/eagle-cliff/game.ts'
import { eagleCliffTargets } from './slot/machines/eagle-cliff/targets.ts'
import { sageTurtle } from './slot/machines/sage-turtle/game.ts'
import { sageTurtleTargets } from './slot/machines/sage-turtle/targets.ts'
import { festivalBells } from './slot/machines/festival-bells/game.ts'
import { festivalBellsTargets } from './slot/machines/festival-bells/targets.ts'
import { kingsChest } from './slot/machines/kings-chest/game.ts'
import { kingsChestTargets } from './slot/machines/kings-chest/targets.ts'
import { amethystCave } from './slot/machines/amethyst-cave/game.ts'
import { amethystCaveTargets } from './slot/machines/amethyst-cave/targets.ts'
import { summitOfStorms } from './slot/machines/summit-of-storms/game.ts'
import { summitOfStormsTargets } from './slot/machines/summit-of-storms/targets.ts'
import type { MachineTargets } from './slot/targets.ts'

/** A machine whose mathematics are being made: `npm run math` knows it, the lobby does not. */
export type WorkshopMachine = { game: Game; names: { en: string }; targets: MachineTargets }

/**
 * The machines in the making. One moves to the catalogue when its window, pictures and sounds are whole; until then its
 * data may change without a new version. `npm run math -- new` adds to this list.
 */
export const workshop: readonly WorkshopMachine[] = [
  { game: fullMoonWolf, names: { en: 'Full-Moon Wolf' }, targets: fullMoonWolfTargets },
  { game: rubySeven, names: { en: 'Ruby Seven' }, targets: rubySevenTargets },
  { game: bookOfHorus, names: { en: 'Book of Horus' }, targets: bookOfHorusTargets },
  { game: eagleCliff, names: { en: 'Eagle Cliff' }, targets: eagleCliffTargets },
  { game: sageTurtle, names: { en: 'Sage Turtle' }, targets: sageTurtleTargets },
  { game: festivalBells, names: { en: 'Festival Bells' }, targets: festivalBellsTargets },
  { game: kingsChest, names: { en: 'King’s Chest' }, targets: kingsChestTargets },
  { game: amethystCave, names: { en: 'Amethyst Cave' }, targets: amethystCaveTargets },
  { game: summitOfStorms, names: { en: 'Summit of Storms' }, targets: summitOfStormsTargets },
]
