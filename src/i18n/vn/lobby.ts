import type { LobbyWords } from '../ko/lobby.ts'

export const words = {
  lobby: {
    title: 'Trò chơi',
  },
} as const satisfies LobbyWords
