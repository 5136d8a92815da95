import type { LobbyWords } from '../ko/lobby.ts'

export const words = {
  lobby: {
    title: 'เกม',
  },
} as const satisfies LobbyWords
