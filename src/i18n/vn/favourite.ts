import type { FavouriteMessages } from '../ko/favourite.ts'

export const messages = {
  favourite: {
    title: 'Yêu thích',
    none: 'Bạn chưa có trò chơi yêu thích. Hãy nhấn hình trái tim trên trò chơi để thêm.',
    of: 'Yêu thích {game}',
    full: 'Danh sách yêu thích đã đầy. Vui lòng bỏ bớt một trò chơi khác.',
    failed: 'Không lưu được mục yêu thích. Vui lòng thử lại.',
  },
} as const satisfies FavouriteMessages
