import type { LobbyWords } from '../ko/lobby.ts'

export const words = {
  lobby: {
    title: '游戏',
  },
} as const satisfies LobbyWords
