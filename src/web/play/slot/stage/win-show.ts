import type { ScatterStep, ShownWin, WinsStep } from '../steps.ts'
import { linger } from './idle-show.ts'
import type { Show } from './show.ts'
import type { Surface } from './surface.ts'
import { films } from './symbol-motion.ts'
import { winColour, type PaintedWin, type WinMoment } from './wins-painter.ts'

/** Shows wins: all together first, then one by one; each with its amount where the step says so. */

const togetherMs = 620
/** Wins whose cells vanish next are shown together only. */
const fallingMs = 820
const drawMs = 230
const winsMs = 2600
const maxPerWinMs = 760
const minPerWinMs = 280
const plainPerWinMs = 460
const briefMs = 420
const scatterMs = 1100
const dimShare = 0.52
/** A slow breath, 1.2 Hz. */
const breathMs = 420
const frameMs = films.win.ms / films.win.frames

/** Shows the wins of one spin; afterwards the winning symbols stay lit until the reels move again. */
export async function showWins(show: Show, step: WinsStep, brief: boolean): Promise<void> {
  const wins = step.wins.map((win, place) => paintedWin(show, win, place, !step.celebrated))
  const every = [...new Set(wins.flatMap((win) => win.positions))]
  if (step.celebrated) show.sound.play('smallWin')
  const { together, perWin } = lengthsOf(step, wins.length, brief)
  const length = together + perWin * wins.length
  const still = show.reducedMotion()
  let begun = -1
  let winShown = -2
  let frameShown = -1
  await show.perform((now, hurried) => {
    const surface = show.surface()
    if (!surface) return true
    if (begun < 0) begun = now
    const ms = now - begun
    if (hurried || ms >= length) {
      const stays = step.celebrated && !step.falls
      settle(show, surface, every, stays, ms)
      return true
    }
    const at = ms < together ? -1 : Math.floor((ms - together) / Math.max(1, perWin))
    if (at !== winShown) {
      repaintDimmed(show, surface, step.celebrated)
      winShown = at
    }
    const moment = momentOf(at < 0 ? ms : (ms - together) % perWin, ms, step.celebrated && !still, still)
    // Between two frames of the films nothing moves.
    const frame = surface.films === null || moment.drawn < 1 ? ms : Math.floor(ms / frameMs) + at / 100
    if (frame === frameShown) return false
    frameShown = frame
    const current = at < 0 ? wins : wins.slice(at, at + 1)
    paintWins(show, surface, { wins: current, positions: at < 0 ? every : null }, moment, step)
    return false
  })
}

function lengthsOf(step: WinsStep, count: number, brief: boolean): { together: number; perWin: number } {
  if (brief) return { together: briefMs, perWin: 0 }
  if (step.falls) return { together: fallingMs, perWin: 0 }
  const together = step.celebrated && count > 1 ? togetherMs : 0
  const most = step.celebrated ? maxPerWinMs : plainPerWinMs
  return { together, perWin: Math.max(minPerWinMs, Math.min(most, winsMs / Math.max(1, count))) }
}

/** Without celebration only the amounts appear. Several wins shown together have none: one amount at a time. */
function paintWins(
  show: Show,
  surface: Surface,
  { wins, positions }: { wins: readonly PaintedWin[]; positions: readonly number[] | null },
  moment: WinMoment,
  { celebrated, amounts }: WinsStep,
): void {
  surface.wins.clear()
  const view = show.reels.view()
  if (celebrated) {
    for (const win of wins) surface.wins.paintLine(win, moment)
    if (positions !== null && wins.length > 1) surface.wins.paintSymbols(positions, view, moment)
    else for (const win of wins) surface.wins.paintSymbols(win.positions, view, moment, win.colour)
    surface.wins.paintNumbers(wins, moment)
  }
  const [only] = wins
  if (amounts && only && wins.length === 1) surface.wins.paintAmount(only, moment)
}

/** Shows the scatters that paid or awarded a feature. */
export async function showScatter(show: Show, step: ScatterStep, brief: boolean): Promise<void> {
  const still = show.reducedMotion()
  const lit = step.celebrated || step.begins || step.spinsAwarded > 0
  const amount = step.amounts ? show.formatAmount(step.amount) : null
  const win: PaintedWin = {
    line: null,
    positions: step.positions,
    amount,
    colour: '#f0c975',
    isPlain: !step.celebrated,
  }
  if (lit) show.sound.play('scatterStop', 2)
  let begun = -1
  await show.perform((now, hurried) => {
    const surface = show.surface()
    if (!surface) return true
    if (begun < 0) {
      begun = now
      repaintDimmed(show, surface, lit)
    }
    const ms = now - begun
    if (hurried || ms >= (brief ? briefMs : scatterMs)) {
      settle(show, surface, step.positions, lit, ms)
      return true
    }
    const moment = momentOf(ms, ms, lit && !still, still)
    surface.wins.clear()
    if (lit) surface.wins.paintSymbols(step.positions, show.reels.view(), moment)
    surface.wins.paintAmount(win, moment)
    return false
  })
}

function paintedWin(show: Show, win: ShownWin, place: number, isPlain: boolean): PaintedWin {
  const rows = win.line === null ? undefined : show.lines[win.line]
  return {
    line: win.line === null || !rows ? null : { index: win.line, rows },
    positions: win.positions,
    amount: show.formatAmount(win.amount),
    colour: winColour(win.line, place),
    isPlain,
  }
}

function momentOf(ms: number, filmMs: number, moves: boolean, still: boolean): WinMoment {
  return {
    drawn: still ? 1 : Math.min(1, ms / drawMs),
    pulse: moves ? 1 + 0.045 * Math.sin((ms / breathMs) * Math.PI) : 1,
    alpha: still ? Math.min(1, ms / 160) : 1,
    filmMs: moves ? filmMs : null,
  }
}

function repaintDimmed(show: Show, surface: Surface, dimmed: boolean): void {
  show.reels.paintAll(surface, 0)
  if (dimmed) surface.reels.dim(dimShare)
}

/** Paints the state that remains after the animation; the winning symbols go on moving. */
function settle(show: Show, surface: Surface, positions: readonly number[], lit: boolean, ms: number): void {
  surface.wins.clear()
  show.reels.paintAll(surface, 0)
  if (!lit) return
  const view = show.reels.view()
  const paint = (on: Surface, filmMs: number | null) => {
    on.wins.clear()
    on.wins.paintSymbols(positions, view, { drawn: 1, pulse: 1, alpha: 1, filmMs })
  }
  if (show.reducedMotion() || surface.films === null) return paint(surface, null)
  paint(surface, ms)
  linger(show, show.surface, paint, ms)
}
