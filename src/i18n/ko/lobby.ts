import type { Words } from '../catalogue.ts'

/** The words of the lobby: search, filters, favourites, the games played last; see `../catalogue.ts`. */
export const words = {
  lobby: {
    title: '게임',
  },
} as const

export type LobbyWords = Words<typeof words>
