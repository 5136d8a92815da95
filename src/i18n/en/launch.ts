import type { LaunchMessages } from '../ko/launch.ts'

export const messages = {
  launch: {
    title: 'Opening the game',
    blockedPopup: 'Your browser blocked the new window. Press the button below to open the game.',
    openHere: 'Open the game',
    blocked: 'Games cannot be opened with a restricted account.',
    excluded: 'Games are not available during a break or self-exclusion.',
    limit: 'You have reached the limit you set.',
    soon: 'You can play it right here as soon as it is released.',
    watchHint: 'You can watch a recorded round without logging in.',
    watch: 'Watch a round',
    closed: 'This game is closed because the result of a round failed its check. Other games go on as usual.',
  },
} as const satisfies LaunchMessages
