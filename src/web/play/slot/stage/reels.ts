import type { Game } from '#domain/games/game.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import { anticipationMs, planStop, positionAt, type ReelMotion } from './reel-motion.ts'
import { joinTape, minTravel, restingTape, type StripAtStop, type Tape } from './reel-tape.ts'
import type { Surface } from './surface.ts'
import { films } from './symbol-motion.ts'
import { restCells } from './reels-painter.ts'
import type { SpinStep } from '../steps.ts'
import type { View } from '../view.ts'

/** All reels of a game: their tapes and motions. Times are `performance.now()` in ms. */
export type Reels = {
  /** Shows a view at rest. */
  place: (view: View) => void
  /** Starts the reels; a wild lies over the `held` cells meanwhile. */
  press: (now: number, held?: readonly number[], wild?: number) => void
  /** Plans every stop, reel by reel; null returns to the positions before the press. */
  planStops: (spin: SpinStep | null, now: number) => void
  moving: () => boolean
  /** Whether symbols still spring back in their places. */
  landing: () => boolean
  /** What the opening shows at rest. */
  view: () => View
  paintMoving: (surface: Surface, now: number, sound: Sound) => void
  paintAll: (surface: Surface, now: number) => void
}

/** Ms after the press at which the first reel rests, and the delay of each following one. */
const firstRestMs = 840
const restEveryMs = 190
const startEveryMs = 35
/** Under 2 Hz. */
const glowEveryMs = 565
const dimmed = 0.5

type Reel = {
  tape: Tape
  motion: ReelMotion | null
  target: StripAtStop | null
  anticipated: boolean
  /** Number of trigger symbols landed when it stops, for the pitch of the bell; 0 when it shows none. */
  bell: number
  anticipationPlayed: boolean
}

/** What the functions of the reels share. */
type Bank = {
  reels: readonly Reel[]
  rows: number
  stripOf: (set: string, index: number) => readonly number[]
  pressedAt: number
  view: View
  /** The cells over which a wild lies while the reels run. */
  held: ReadonlySet<number>
  wild: number
  /** The trigger symbols that pulse while a reel is waited for. */
  triggers: readonly number[]
  /** The reel that is lit; -1 for none. */
  lit: number
  /** When it was lit. */
  litAt: number
  /** By reel: when its symbols landed, in ms since the press, while they spring back. */
  landings: Map<number, number>
}

export function createReels(game: Game): Reels {
  const bank = newBank(game)
  return {
    place(next) {
      bank.view = next
      bank.landings.clear()
      for (const [index, reel] of bank.reels.entries()) {
        rest(reel, restOf(next, index, bank.stripOf(next.strips, index)))
      }
    },
    press(now, held = [], wild = -1) {
      bank.pressedAt = now
      bank.landings.clear()
      bank.held = new Set(held)
      bank.wild = wild
      for (const [index, reel] of bank.reels.entries()) {
        reel.motion = { startMs: index * startEveryMs, stop: null }
        reel.target = null
        reel.anticipated = false
        reel.anticipationPlayed = false
        reel.bell = 0
      }
    },
    planStops: (spin, now) => planStops(bank, spin, now),
    moving: () => bank.reels.some((reel) => reel.motion !== null),
    landing: () => bank.landings.size > 0,
    view: () => bank.view,
    paintMoving: (surface, now, sound) => paintMoving(bank, surface, now, sound),
    paintAll(surface, now) {
      for (const [index, reel] of bank.reels.entries()) {
        if (reel.motion === null) surface.reels.paintRest(index, bank.view, 0)
        else surface.reels.paintReel(index, reel, now - bank.pressedAt)
      }
    },
  }
}

function newBank(game: Game): Bank {
  const strips = stripsByIndex(game)
  const base = strips['base'] ?? []
  const { rows } = game.grid
  return {
    reels: base.map((strip) => newReel(strip)),
    rows,
    stripOf: (set, index) => strips[set]?.[index] ?? base[index] ?? [],
    pressedAt: 0,
    view: {
      strips: 'base',
      tops: base.map(() => 0),
      cells: base.map((strip) => strip.slice(0, rows)),
      factors: new Map(),
      coins: null,
      held: [],
      covered: [],
    },
    held: new Set(),
    wild: -1,
    triggers: [],
    lit: -1,
    litAt: 0,
    landings: new Map(),
  }
}

function planStops(bank: Bank, spin: SpinStep | null, now: number): void {
  if (spin) {
    bank.view = spin.view
    bank.triggers = spin.triggers
  }
  const ms = now - bank.pressedAt
  let extra = 0
  for (const [index, reel] of bank.reels.entries()) {
    if (spin?.anticipated[index]) extra += anticipationMs
    reel.anticipated = spin?.anticipated[index] ?? false
    reel.bell = spin?.landed[index] ?? 0
    const next = spin ? restOf(spin.view, index, bank.stripOf(spin.view.strips, index)) : { ...reel.tape.before }
    const first = spin ? Math.max(firstRestMs, ms + 300) : ms
    planReel(reel, bank.rows, next, ms, first + (spin ? index * restEveryMs : 0) + extra)
  }
}

function paintMoving(bank: Bank, surface: Surface, now: number, sound: Sound): void {
  const { reels } = bank
  const ms = now - bank.pressedAt
  const waitedFor = reels.findIndex(
    (reel, index) => reel.motion !== null && reel.anticipated && (reels[index - 1]?.motion ?? null) === null,
  )
  if (waitedFor !== bank.lit) lightReel(bank, surface, waitedFor, now)
  sound.reels(reels.filter(({ motion }) => motion !== null).length / reels.length)
  for (const [index, reel] of reels.entries()) {
    if (!reel.motion) continue
    if (index === waitedFor && !reel.anticipationPlayed) {
      reel.anticipationPlayed = true
      sound.play('anticipation')
    }
    if (reel.motion.stop && ms >= reel.motion.stop.restMs && reel.target) {
      rest(reel, reel.target)
      sound.play(reel.bell > 0 ? 'scatterStop' : 'reelStop', reel.bell > 0 ? reel.bell - 1 : index)
      if (liveCells(bank, surface, index).length > 0) bank.landings.set(index, ms)
      paintStanding(bank, surface, index, 0)
      continue
    }
    const glow = index === waitedFor ? 0.62 + 0.38 * Math.sin((ms / glowEveryMs) * 2 * Math.PI) : 0
    const dim = waitedFor >= 0 && index !== waitedFor ? dimmed : 0
    surface.reels.paintReel(index, { ...reel, held: heldRows(bank, index), wild: bank.wild }, ms, { glow, dim })
  }
  // Before what springs back is painted: no frame is without it.
  if (waitedFor >= 0 && !reels.some(({ motion }) => motion !== null)) lightReel(bank, surface, -1, now)
  if (bank.lit < 0 && bank.landings.size === 0) return
  surface.wins.clear()
  paintLandings(bank, surface, ms, bank.lit >= 0)
  if (bank.lit < 0) return
  paintTriggers(bank, surface, now)
  const { sparks, wins } = surface
  wins.paintFreely(sparks.boxOf(bank.lit), (context) => sparks.draw(context, bank.lit, now - bank.litAt))
}

/** The landed trigger symbols pulse while a reel is waited for. */
function paintTriggers(bank: Bank, surface: Surface, now: number): void {
  const { reels, rows, triggers, view, pressedAt, landings } = bank
  const landed = triggers.filter((position) => {
    const reel = Math.floor(position / rows)
    return reels[reel]?.motion === null && !landings.has(reel)
  })
  const ms = now - pressedAt
  const pulse = 1 + 0.06 * Math.sin((ms / glowEveryMs) * 2 * Math.PI)
  surface.wins.paintSymbols(landed, view, { drawn: 1, pulse, alpha: 1, filmMs: ms })
}

/** Symbols that have landed spring back over their places; then the reel shows them itself. */
function paintLandings(bank: Bank, surface: Surface, ms: number, dims: boolean): void {
  for (const [index, landedAt] of bank.landings) {
    if (ms - landedAt >= films.land.ms) {
      bank.landings.delete(index)
      paintStanding(bank, surface, index, dims ? dimmed : 0)
      continue
    }
    const places = liveCells(bank, surface, index).map(({ row }) => index * bank.rows + row)
    surface.wins.paintActs(places, bank.view, 'land', ms - landedAt)
  }
}

/** The cells of a reel whose symbols have films of their own: while another reel is lit, its trigger symbols alone. */
function liveCells({ view, lit, triggers, rows }: Bank, { films: own }: Surface, index: number): { row: number }[] {
  const isBright = (row: number) => lit < 0 || lit === index || triggers.includes(index * rows + row)
  return restCells(view, index).filter(({ symbol, row }) => symbol !== null && own?.isLively(symbol) && isBright(row))
}

/** A reel at rest, without the symbols that spring back over it. */
function paintStanding(bank: Bank, surface: Surface, index: number, dim: number): void {
  if (!bank.landings.has(index)) return surface.reels.paintRest(index, bank.view, dim)
  const live = new Set(liveCells(bank, surface, index).map(({ row }) => row))
  surface.reels.paintCells(
    index,
    restCells(bank.view, index).filter(({ row }) => !live.has(row)),
    dim,
  )
}

/** Lights the reel that is waited for, and darkens the others. */
function lightReel(bank: Bank, surface: Surface, index: number, now: number): void {
  bank.lit = index
  bank.litAt = now
  surface.wins.clear()
  for (const [other, reel] of bank.reels.entries()) {
    if (reel.motion === null) paintStanding(bank, surface, other, index < 0 || other === index ? 0 : dimmed)
    else surface.reels.paintReel(other, reel, now - bank.pressedAt)
  }
}

function heldRows({ held, rows }: Bank, index: number): number[] {
  return Array.from({ length: rows }, (_, row) => row).filter((row) => held.has(index * rows + row))
}

function newReel(strip: readonly number[]): Reel {
  return {
    tape: restingTape({ strip, stop: 0 }),
    motion: null,
    target: null,
    anticipated: false,
    bell: 0,
    anticipationPlayed: false,
  }
}

function restOf(view: View, index: number, strip: readonly number[]): StripAtStop {
  return { strip, stop: view.tops[index] ?? 0, cells: view.cells[index] ?? [] }
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
  // While it runs a reel shows its strip alone: what lies over it appears when it rests.
  reel.tape = joinTape(reel.tape, { strip: next.strip, stop: next.stop }, positionAt(reel.motion, ms), stop.restAt)
  reel.motion = { ...reel.motion, stop }
  reel.target = next
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
