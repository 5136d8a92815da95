import type { Translation } from '../catalogue.ts'

/** Messages of favourite games. */
export const messages = {
  favourite: {
    title: '즐겨찾기',
    none: '아직 즐겨찾기한 게임이 없습니다. 게임의 하트를 눌러 보세요.',
    of: '{game} 즐겨찾기',
    full: '즐겨찾기가 가득 찼습니다. 다른 게임을 먼저 해제해 주세요.',
    failed: '즐겨찾기를 저장하지 못했습니다. 다시 시도해 주세요.',
  },
} as const

export type FavouriteMessages = Translation<typeof messages>
