import type { FavouriteMessages } from '../ko/favourite.ts'

export const messages = {
  favourite: {
    title: 'お気に入り',
    none: 'お気に入りのゲームはまだありません。ゲームのハートを押して追加できます。',
    of: '{game}のお気に入り',
    full: 'お気に入りがいっぱいです。先にほかのゲームを外してください。',
    failed: 'お気に入りを保存できませんでした。もう一度お試しください。',
  },
} as const satisfies FavouriteMessages
