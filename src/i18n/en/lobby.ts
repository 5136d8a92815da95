import type { LobbyWords } from '../ko/lobby.ts'

export const words = {
  lobby: {
    title: 'Games',
  },
} as const satisfies LobbyWords
