import type { CompiledGame } from './compiled.ts'
import { holdWilds } from './landing.ts'
import { drawValue, type Round } from './round-state.ts'
import { spin, type SpinSettings } from './spin.ts'

/** The number of free spins that this many scatters award when `alreadyAwarded` were awarded before in the round. */
export function spinsAwarded(compiled: CompiledGame, scatterCount: number, alreadyAwarded: number): number {
  const rule = compiled.freeSpins?.rule
  if (!rule || scatterCount < rule.trigger.count) return 0
  return Math.min(rule.spins, rule.spinsLimit - alreadyAwarded)
}

/** Plays the free spins that the paid spin awarded, and those won in them. */
export function playFreeSpins(round: Round, firstAward: number): void {
  const { compiled, emit } = round
  const { freeSpins: feature, board } = compiled
  if (!feature) return
  const { rule, specials } = feature
  const before = round.total
  let awarded = firstAward
  const settings: SpinSettings = {
    reels: feature.reels,
    multiplier: rule.multiplier,
    ladder: rule.ladder ?? compiled.tumble?.ladder ?? null,
    held: rule.wilds ?? null,
    isPaid: false,
    award: (_, scatters) => spinsAwarded(compiled, scatters, awarded),
  }
  if (rule.wilds) board.held.fill(0)
  if (specials) round.special = drawValue(round, specials)
  emit?.({
    type: 'featureStart',
    feature: 'free-spins',
    spins: awarded,
    multiplier: rule.multiplier,
    ...(specials && { symbol: round.special }),
  })
  round.ladderStep = 0
  while (round.freeSpins < awarded && !round.isCapped) {
    round.freeSpins += 1
    const step = round.freeSpins
    emit?.({ type: 'featureStep', feature: 'free-spins', step, left: awarded - step, pay: round.total - before })
    if (!rule.keepsLadder) round.ladderStep = 0
    awarded += spin(round, settings)
    if (rule.wilds) holdWilds(board, compiled.wild.symbol)
  }
  round.special = -1
  round.freePay = round.total - before
  emit?.({
    type: 'featureEnd',
    feature: 'free-spins',
    spins: round.freeSpins,
    pay: round.freePay,
    total: round.total,
  })
}
