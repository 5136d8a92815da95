import type { LiveMessages } from '../ko/live.ts'

export const messages = {
  live: {
    maintenance: 'Maintenance in progress.',
    maintenanceUntil: 'No new games can be opened until {time}. Rounds under way are played to the end.',
    maintenanceOpen: 'No new games can be opened for now. Rounds under way are played to the end.',
    sessionOver: 'You have been logged out. Please log in again.',
    endsTitle: 'You will be logged out soon',
    endsText:
      'You logged in 8 hours ago, so you will be logged out within a minute. Please send what you are writing first.',
    stopJackpots: 'Pause the jackpot figures',
    rollJackpots: 'Resume the jackpot figures',
  },
} satisfies LiveMessages
