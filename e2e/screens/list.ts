import { accountScreens } from './list-account.ts'
import { gameScreens } from './list-games.ts'
import { guestScreens } from './list-guest.ts'
import type { Screen } from './scene.ts'

/** All screens. A new one is a line in one of these lists. */
export const screens: readonly Screen[] = [...guestScreens, ...accountScreens, ...gameScreens]
