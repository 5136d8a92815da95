import type { HouseHandlers } from '#server/app.ts'
import { playHandlers } from './play-handlers.ts'
import { memberHandlers } from './member-handlers.ts'
import { officeHandlers } from './office-handlers.ts'

/** Every handler of the house, a table for each door. */
export const houseHandlers: HouseHandlers = { member: memberHandlers, play: playHandlers, office: officeHandlers }
