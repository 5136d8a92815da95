import { catalogue } from '#domain/games/catalogue.ts'
import type { Game } from '#domain/games/game.ts'
import type { MachineTargets } from '#domain/games/slot/targets.ts'
import { workshop } from '#domain/games/workshop.ts'

/** A machine as the mathematics know it: of the catalogue or of the workshop. */
export type Machine = { game: Game; names: { en: string }; targets: MachineTargets }

export const machines: readonly Machine[] = [...catalogue, ...workshop]
