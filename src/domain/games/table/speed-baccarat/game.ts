import { baccarat } from '../baccarat/game.ts'
import type { ShoeGame } from '../table-game.ts'

/** The rules of baccarat under another code; its pace is that of its table. */
export const speedBaccarat: ShoeGame = { ...baccarat, code: 'speed-baccarat' }
