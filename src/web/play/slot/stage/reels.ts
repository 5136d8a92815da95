import type { Game } from '#domain/games/game.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import { planStop, positionAt, type ReelMotion } from './reel-motion.ts'
import { joinTape, minTravel, restingTape, type StripAtStop, type Tape } from './reel-tape.ts'
import type { Surface } from './surface.ts'
import type { SpinStep } from '../timeline.ts'

/** All reels of a game: their tapes and motions. Times are `performance.now()` in ms. */
export type Reels = {
  placeReels: (spin: SpinStep) => void
  press: (now: number) => void
  /** Plans every stop, reel by reel; null returns to the positions before the press. */
  planStops: (spin: SpinStep | null, now: number) => void
  /** Stops reels that are not braking yet at once. */
  hurry: (now: number) => void
  moving: () => boolean
  /** The symbols in the opening, by reel and row, of the latest spin. */
  grid: () => readonly (readonly number[])[]
  paintMoving: (surface: Surface, now: number, sound: Sound) => void
  paintAll: (surface: Surface, now: number) => void
}

/** Ms after the press at which the first reel rests, and the delay of each following one. */
const firstRestMs = 840
const restEveryMs = 190
const startEveryMs = 35
/** Extra time of a reel that could complete the scatters. */
const anticipationMs = 1000

type Reel = {
  tape: Tape
  motion: ReelMotion | null
  target: StripAtStop | null
  anticipated: boolean
  /** Number of scatters landed when it stops, for the pitch of the bell; 0 when it shows none. */
  scatterBell: number
  anticipationPlayed: boolean
}

export function createReels(game: Game): Reels {
  const strips = stripsByIndex(game)
  const baseStrips = strips['base'] ?? []
  const reels: Reel[] = baseStrips.map((strip) => ({
    tape: restingTape({ strip, stop: 0 }),
    motion: null,
    target: null,
    anticipated: false,
    scatterBell: 0,
    anticipationPlayed: false,
  }))
  let pressedAt = 0
  const rows = game.grid.rows
  let grid: readonly (readonly number[])[] = baseStrips.map((strip) => strip.slice(0, rows))
  const stripOf = (set: string, index: number): readonly number[] => strips[set]?.[index] ?? baseStrips[index] ?? []

  return {
    placeReels(spin) {
      grid = spin.grid
      for (const [index, reel] of reels.entries()) {
        rest(reel, { strip: stripOf(spin.strips, index), stop: spin.stops[index] ?? 0 })
      }
    },
    press(now) {
      pressedAt = now
      for (const [index, reel] of reels.entries()) {
        reel.motion = { startMs: index * startEveryMs, stop: null }
        reel.target = null
        reel.anticipated = false
        reel.anticipationPlayed = false
        reel.scatterBell = 0
      }
    },
    planStops(spin, now) {
      if (spin) grid = spin.grid
      const ms = now - pressedAt
      let extra = 0
      for (const [index, reel] of reels.entries()) {
        if (spin?.anticipated[index]) extra += anticipationMs
        reel.anticipated = spin?.anticipated[index] ?? false
        const landed = spin?.scattersLanded[index] ?? 0
        reel.scatterBell = landed > (spin?.scattersLanded[index - 1] ?? 0) ? landed : 0
        const next = spin
          ? { strip: stripOf(spin.strips, index), stop: spin.stops[index] ?? 0 }
          : { strip: reel.tape.before.strip, stop: reel.tape.before.stop }
        const first = spin ? Math.max(firstRestMs, ms + 300) : ms
        planReel(reel, rows, next, ms, first + (spin ? index * restEveryMs : 0) + extra)
      }
    },
    hurry(now) {
      for (const reel of reels) hurryReel(reel, rows, now - pressedAt)
    },
    moving: () => reels.some((reel) => reel.motion !== null),
    grid: () => grid,
    paintMoving(surface, now, sound) {
      const ms = now - pressedAt
      for (const [index, reel] of reels.entries()) {
        if (!reel.motion) continue
        const previousRests = index === 0 || reels[index - 1]?.motion === null
        const waiting = reel.anticipated && previousRests
        if (waiting && !reel.anticipationPlayed) {
          reel.anticipationPlayed = true
          sound.play('anticipation')
        }
        if (reel.motion.stop && ms >= reel.motion.stop.restMs && reel.target) {
          rest(reel, reel.target)
          sound.play(
            reel.scatterBell > 0 ? 'scatterStop' : 'reelStop',
            reel.scatterBell > 0 ? reel.scatterBell - 1 : index,
          )
        }
        surface.reels.paintReel(index, reel, ms, waiting && reel.motion ? 0.6 + 0.4 * Math.sin(ms / 90) : 0)
      }
    },
    paintAll(surface, now) {
      for (const [index, reel] of reels.entries()) surface.reels.paintReel(index, reel, now - pressedAt)
    },
  }
}

function rest(reel: Reel, at: StripAtStop): void {
  reel.tape = restingTape(at)
  reel.motion = null
  reel.target = null
}

/** Plans the stop of a moving reel: `next` comes into the opening at `earliestRestMs` or soon after. */
function planReel(reel: Reel, rows: number, next: StripAtStop, ms: number, earliestRestMs: number): void {
  if (!reel.motion) return
  const stop = planStop(reel.motion, ms, earliestRestMs, minTravel(rows))
  reel.tape = joinTape(reel.tape, next, positionAt(reel.motion, ms), stop.restAt)
  reel.motion = { ...reel.motion, stop }
  reel.target = next
}

/** Brings the planned stop forward, unless the reel brakes already. */
function hurryReel(reel: Reel, rows: number, ms: number): void {
  const { motion, target, tape } = reel
  // Symbols of the stop that are already visible must not change.
  if (!motion?.stop || !target || ms >= motion.stop.brakeMs - 60) return
  if (tape.after && positionAt(motion, ms) + 2 >= tape.after.joinedFrom) return
  reel.anticipated = false
  reel.motion = { startMs: motion.startMs, stop: null }
  planReel(reel, rows, target, ms, ms)
}

/** The strips of every reel set as symbol indices, as used by events. */
function stripsByIndex(game: Game): Record<string, number[][]> {
  const indexOf = new Map(game.symbols.map((symbol, index) => [symbol.id, index]))
  return Object.fromEntries(
    Object.entries(game.strips).map(([name, set]) => [
      name,
      set.map((strip) => strip.map((id) => indexOf.get(id) ?? 0)),
    ]),
  )
}
