import type { BaccaratMessages } from '../ko/baccarat.ts'

export const messages = {
  baccarat: {
    spot: { banker: 'Nhà Cái', player: 'Nhà Con', tie: 'Hòa', 'player-pair': 'Con Đôi', 'banker-pair': 'Cái Đôi' },
    six: 'thắng 6 điểm {odds}',
    bead: { banker: 'B', player: 'P', tie: 'T' },
    result: { banker: 'Nhà Cái thắng', player: 'Nhà Con thắng', tie: 'Hòa' },
    points: '{side} {points, number} điểm',
    sentence: 'Nhà Con {player, number} điểm, Nhà Cái {banker, number} điểm. {winner}.',
    legend: 'B Nhà Cái, P Nhà Con, T Hòa, b Cái Đôi, p Con Đôi; ở các cầu phụ R đỏ, B xanh. Các cột cách nhau bằng |.',
    rules: {
      goal: 'Bên có chữ số cuối của tổng hai hoặc ba lá gần 9 hơn sẽ thắng. Át tính 1, 10 và bài hình tính 0.',
      natural: 'Nếu hai lá đầu của một bên được 8 hoặc 9 (bài tự nhiên) thì không rút thêm.',
      playerDraws: 'Nhà Con rút lá thứ ba khi có 0 đến 5 điểm, dừng khi có 6 hoặc 7.',
      bankerDraws:
        'Nếu Nhà Con dừng, Nhà Cái rút khi có 0 đến 5. Nếu Nhà Con rút, Nhà Cái luôn rút khi có 2 trở xuống; có 3 thì rút trừ khi lá thứ ba của Nhà Con là 8; có 4 khi lá đó là 2 đến 7; có 5 khi là 4 đến 7; có 6 khi là 6 hoặc 7.',
      commission: 'Cược Nhà Cái thắng trả 0.95:1 sau 5% hoa hồng.',
      noCommission: 'Cược Nhà Cái thắng trả 1:1, nhưng chỉ 0.5:1 khi Nhà Cái thắng với 6 điểm.',
      tie: 'Khi hòa, tiền cược Nhà Cái và Nhà Con được hoàn lại.',
      pairs: 'Cược đôi thắng khi hai lá đầu của bên đó cùng số.',
    },
    keys: 'B Nhà Cái, P Nhà Con, T Hòa, Shift+B Cái Đôi, Shift+P Con Đôi, R bảng cầu',
  },
} as const satisfies BaccaratMessages
