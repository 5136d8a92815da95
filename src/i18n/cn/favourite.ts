import type { FavouriteMessages } from '../ko/favourite.ts'

export const messages = {
  favourite: {
    title: '收藏',
    none: '您还没有收藏的游戏，点击游戏上的爱心即可收藏。',
    of: '收藏{game}',
    full: '收藏已满，请先取消其他游戏。',
    failed: '收藏未能保存，请重试。',
  },
} as const satisfies FavouriteMessages
