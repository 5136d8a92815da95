import type { MaintenanceMessages } from '../ko/maintenance.ts'

export const messages = {
  maintenance: {
    until: 'No new games can be opened until {time}. Rounds under way are played to the end.',
    open: 'No new games can be opened for now. Rounds under way are played to the end.',
    title: 'Maintenance in progress.',
  },
} as const satisfies MaintenanceMessages
