import type { Draw } from '#domain/games/draw.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import type { CompiledGame } from './compiled.ts'
import { valueAt, type WeightedList } from './weighted.ts'

/** What a round has paid and done; pays in units. The features' pays are parts of `total`. */
export type RoundTally = {
  /** What the round pays. */
  total: number
  /** What was not paid because of the cap. */
  cut: number
  /** True once the cap is reached: nothing more is played but the jackpots. */
  isCapped: boolean
  /** How many draws were made. */
  draws: number
  /** What the paid spin paid, its tumbles included. */
  basePay: number
  freeSpins: number
  freePay: number
  /** Coins held at the end of hold-and-win, 0 when it was not played. */
  coins: number
  holdPay: number
  picks: number
  pickPay: number
  /** Respins of walking wilds. */
  respins: number
  respinPay: number
  jackpot: string | null
}

/** A round in play. */
export type Round = RoundTally & {
  compiled: CompiledGame
  draw: Draw
  /** Null in a simulation, which wants no events. */
  emit: ((event: RoundEvent) => void) | null
  /** The place on the ladder of multipliers. */
  ladderStep: number
  /** The symbol that the mystery symbols of this spin became; -1 while none was drawn. */
  mystery: number
  /** The special symbol of the free spins, -1 without. */
  special: number
}

/** A round that has not drawn yet. */
export function newRound(compiled: CompiledGame, draw: Draw, emit: Round['emit']): Round {
  return {
    compiled,
    draw,
    emit,
    total: 0,
    cut: 0,
    isCapped: false,
    draws: 0,
    basePay: 0,
    freeSpins: 0,
    freePay: 0,
    coins: 0,
    holdPay: 0,
    picks: 0,
    pickPay: 0,
    respins: 0,
    respinPay: 0,
    jackpot: null,
    ladderStep: 0,
    mystery: -1,
    special: -1,
  }
}

/** An integer below `below` from the round's stream. Throws RangeError beyond the most draws of a round. */
export function drawBelow(round: Round, below: number): number {
  round.draws += 1
  if (round.draws > round.compiled.drawsLimit) {
    throw new RangeError(`${round.compiled.game.code} made more than ${round.compiled.drawsLimit} draws in a round.`)
  }
  return round.draw(below)
}

/** One value of a weighted list. */
export function drawValue(round: Round, list: WeightedList): number {
  return valueAt(list, drawBelow(round, list.total))
}

/** Adds units to the round, up to the cap. Emit the event that pays them next, then call `reportCap`. */
export function credit(round: Round, units: number): void {
  round.total += units
  if (round.total < round.compiled.cap) return
  round.cut += round.total - round.compiled.cap
  round.total = round.compiled.cap
  round.isCapped = true
}

/** Reports that the event just emitted reached the cap. */
export function reportCap(round: Round): void {
  if (round.isCapped) round.emit?.({ type: 'maxWin', cut: round.cut, total: round.total })
}
