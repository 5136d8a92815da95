import type { HouseHandlers } from './app.ts'
import { playHandlers } from './modules/slot/play.ts'
import { memberHandlers } from './member-handlers.ts'
import { officeHandlers } from './office-handlers.ts'

/** Every handler of the house, a table for each door. */
export const houseHandlers: HouseHandlers = { member: memberHandlers, play: playHandlers, office: officeHandlers }
