import type { CompMessages } from '../ko/comp.ts'

export const messages = {
  comp: {
    title: '返点',
    held: '现有返点',
    text: '按投注额累积返点，1返点可兑换1韩元。',
    convert: '兑换为余额',
    amount: '兑换数量',
    confirm: '确定将{amount}返点兑换为余额吗？',
    converted: '已将{amount}韩元计入余额。',
    refusedLow: '可兑换的返点不足。进行中一局的返点需待该局结束后才能兑换。',
    history: '累积记录',
    date: '时间',
    game: '游戏',
    bet: '投注额',
    undone: '已取消投注的返点',
    rate: '返点率',
    point: '获得返点',
    none: '还没有累积返点。',
    rates: '我的返点率',
    level: '{level, number}级会员的返点率。',
    levels: '各等级返点率',
    levelsText: '等级由运营团队决定，不会因投注或存款自动升降。',
    levelName: '{level, number}级',
    mine: '我的等级',
  },
} as const satisfies CompMessages
