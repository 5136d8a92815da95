import type { CompMessages } from '../ko/comp.ts'

export const messages = {
  comp: {
    title: 'Comp',
    held: 'Your comp',
    text: 'You earn comp on every stake; 1 comp converts to ₩1.',
    convert: 'Convert to balance',
    amount: 'Comp to convert',
    confirm: 'Convert {amount} comp to balance?',
    converted: '₩{amount} added to your balance.',
    refusedLow: 'You do not have enough comp. Comp from a round in play can be converted once the round is over.',
    history: 'Comp history',
    date: 'Date',
    game: 'Game',
    bet: 'Stake',
    undone: 'Comp of a cancelled bet',
    rate: 'Rate',
    point: 'Comp earned',
    none: 'You have not earned any comp yet.',
    rates: 'Your rates',
    level: 'Rates for level {level, number} members',
    levels: 'Rates by level',
    levelsText: 'Our team sets your level. It never goes up or down automatically with what you stake or deposit.',
    levelName: 'Level {level, number}',
    mine: 'Your level',
  },
} as const satisfies CompMessages
