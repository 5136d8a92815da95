import { wholeUnits, type Amount } from '#domain/money.ts'
import { compile, type CompiledGame } from './compiled.ts'
import type { Draw } from '#domain/games/draw.ts'
import { stakeAllowed, type Game } from '#domain/games/game.ts'
import { amountOfUnits, type PlayedRound, type RoundEvent } from '#domain/games/round.ts'
import { playFreeSpins, spinsAwarded } from './free-spins.ts'
import { playHoldAndWin } from './hold-and-win.ts'
import { drawJackpot } from './jackpot-link.ts'
import { playPick, startsPick } from './pick.ts'
import { newRound, type Round, type RoundTally } from './round-state.ts'
import { spin } from './spin.ts'
import { playWalkingWilds } from './walking-wilds.ts'

/**
 * Plays one round: a pure function of the game's data, the draw and the stake, and of nothing else.
 * Throws RangeError for a stake the game does not take; check `stakeAllowed` before.
 */
export function play(game: Game, draw: Draw, { stake }: { stake: Amount }): PlayedRound {
  if (!stakeAllowed(game, stake)) {
    throw new RangeError(`${game.code} takes stakes of ${game.stakes.join(', ')}, not ${stake} / ${wholeUnits(1)}.`)
  }
  const events: RoundEvent[] = []
  const compiled = compile(game)
  const emit = (event: RoundEvent): void => {
    if (events.push(event) >= compiled.eventsLimit) throw new RangeError(`${game.code} emits events without end.`)
  }
  const { total } = playUnits(compiled, draw, emit, Number(stake / wholeUnits(1)))
  return { pay: amountOfUnits(total, stake, game.unitsPerStake), units: total, events }
}

/**
 * The round itself. Without `emit` it reports no events, for simulation; the draws and the result are the same.
 * `stakeUnits`, the stake in whole units of the currency, is for the jackpots alone: it changes nothing else.
 */
export function playUnits(compiled: CompiledGame, draw: Draw, emit: Round['emit'], stakeUnits = 0): RoundTally {
  const round = newRound(compiled, draw, emit)
  const awarded = playUntilFreeSpins(round)
  if (awarded > 0 && !round.isCapped) playFreeSpins(round, awarded)
  drawJackpot(round, stakeUnits)
  emit?.({ type: 'totalWin', pay: round.total })
  return round
}

/** The paid spin with all features that come before free spins; returns the free spins that it awards. */
export function playUntilFreeSpins(round: Round): number {
  const awarded = playPaidSpin(round)
  const picks = !round.isCapped && startsPick(round)
  if (!round.isCapped) playHoldAndWin(round)
  if (picks && !round.isCapped) playPick(round)
  if (!round.isCapped) playWalkingWilds(round)
  return awarded
}

function playPaidSpin(round: Round): number {
  const { compiled } = round
  const awarded = spin(round, {
    reels: compiled.base,
    multiplier: 1,
    ladder: compiled.tumble?.ladder ?? null,
    held: null,
    isPaid: true,
    award: awardOfPaidSpin,
  })
  round.basePay = round.total
  return awarded
}

function awardOfPaidSpin({ compiled }: Round, scatters: number): number {
  return spinsAwarded(compiled, scatters, 0)
}
