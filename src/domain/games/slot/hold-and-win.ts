import { cellsShowing } from './board.ts'
import type { CompiledGame } from './compiled.ts'
import { credit, drawBelow, drawValue, reportCap, type Round } from './round-state.ts'

type Feature = NonNullable<CompiledGame['holdAndWin']>

/** Plays hold-and-win with the coins in view, if they are enough. */
export function playHoldAndWin(round: Round): void {
  const { holdAndWin: feature, board } = round.compiled
  if (!feature) return
  const first = cellsShowing(board, feature.coin)
  const { respins, trigger, full } = feature.rule
  if (first.length < trigger.count) return
  const before = round.total
  const { emit } = round
  emit?.({ type: 'featureStart', feature: 'hold-and-win', respins })
  const pays = first.map(() => drawValue(round, feature.values))
  emit?.({ type: 'coinLand', positions: first, pays })
  const held = Array.from(board.cells, (symbol) => symbol === feature.coin)
  let sum = pays.reduce((total, pay) => total + pay, 0)
  let coins = first.length
  let left = respins
  let step = 0
  while (left > 0 && coins < held.length) {
    step += 1
    left -= 1
    emit?.({ type: 'featureStep', feature: 'hold-and-win', step, left, pay: sum })
    const landed = landCoins(round, feature, held)
    if (landed.positions.length === 0) continue
    emit?.({ type: 'coinLand', ...landed })
    sum += landed.pays.reduce((total, pay) => total + pay, 0)
    coins += landed.positions.length
    left = respins
  }
  payPrize(round, 'coins', sum)
  if (coins === held.length && full > 0 && !round.isCapped) payPrize(round, 'full', full)
  round.coins = coins
  round.holdPay = round.total - before
  const { total } = round
  emit?.({ type: 'featureEnd', feature: 'hold-and-win', respins: step, coins, pay: round.holdPay, total })
}

/** One respin: a draw for each empty cell, and one more for the pay of each coin, at once. */
function landCoins(round: Round, { rule, values }: Feature, held: boolean[]): { positions: number[]; pays: number[] } {
  const positions: number[] = []
  const pays: number[] = []
  for (let cell = 0; cell < held.length; cell++) {
    if (held[cell] || drawBelow(round, rule.landing.of) >= rule.landing.chance) continue
    held[cell] = true
    positions.push(cell)
    pays.push(drawValue(round, values))
  }
  return { positions, pays }
}

function payPrize(round: Round, prize: 'coins' | 'full', pay: number): void {
  credit(round, pay)
  round.emit?.({ type: 'prize', prize, pay, total: round.total })
  reportCap(round)
}
