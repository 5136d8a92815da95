import type { LobbyWords } from '../ko/lobby.ts'

export const words = {
  lobby: {
    title: 'ゲーム',
  },
} as const satisfies LobbyWords
