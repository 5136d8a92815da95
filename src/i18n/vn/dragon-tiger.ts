import type { DragonTigerMessages } from '../ko/dragon-tiger.ts'

export const messages = {
  dragonTiger: {
    spot: { dragon: 'Rồng', tiger: 'Hổ', tie: 'Hòa', 'suited-tie': 'Hòa Đồng Chất' },
    bead: { dragon: 'D', tiger: 'T', tie: '=' },
    result: { dragon: 'Rồng thắng', tiger: 'Hổ thắng', tie: 'Hòa', suited: 'Hòa Đồng Chất' },
    sentence: 'Rồng {dragon}, Hổ {tiger}. {winner}.',
    legend: 'D Rồng, T Hổ, = Hòa, s Hòa Đồng Chất; ở các cầu phụ R đỏ, B xanh. Các cột cách nhau bằng |.',
    rules: {
      goal: 'Rồng và Hổ mỗi bên nhận một lá; bên có số lớn hơn thắng. Át nhỏ nhất, K lớn nhất.',
      tie: 'Hai lá cùng số là hòa. Cược Hòa trả 11:1, còn cược Rồng và Hổ được hoàn lại một nửa.',
      suited: 'Hai lá cùng số và cùng chất là Hòa Đồng Chất, trả 50:1. Cược Hòa cũng trúng.',
    },
    keys: 'Q Rồng, E Hổ, T Hòa, Shift+T Hòa Đồng Chất, R bảng cầu',
  },
} as const satisfies DragonTigerMessages
