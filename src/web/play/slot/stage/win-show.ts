import type { Amount } from '#domain/money.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import type { Clock } from './clock.ts'
import type { Reels } from './reels.ts'
import type { Surface } from './surface.ts'
import type { ScatterStep, ShownWin, WinsStep } from '../timeline.ts'
import type { PaintedWin, WinMoment } from './wins-painter.ts'

/** Shows wins: all together first, then line by line with each amount. */

/** What the win animations need from the stage. */
export type Show = {
  surface: () => Surface | null
  reels: Reels
  sound: Sound
  lines: readonly (readonly number[])[]
  formatAmount: (amount: Amount) => string
  reducedMotion: () => boolean
  perform: Clock['perform']
}

const togetherMs = 620
const drawMs = 230
const linesMs = 2600
const maxPerLineMs = 760
const minPerLineMs = 280
const plainPerLineMs = 460
const briefMs = 520
const scatterMs = 1100
const dustMs = 2400
const dimShare = 0.52

/** Shows the wins of one spin; afterwards the winning symbols stay lit until the reels move again. */
export async function showWins(show: Show, step: WinsStep, brief: boolean): Promise<void> {
  const wins = step.wins.map((win) => paintedWin(show, win))
  const every = [...new Set(wins.flatMap((win) => win.positions))]
  const grid = show.reels.grid()
  if (step.celebrated) show.sound.play('smallWin')
  const together = step.celebrated && (wins.length > 1 || brief) ? (brief ? briefMs : togetherMs) : brief ? briefMs : 0
  const perLine = lineMs(wins.length, step.celebrated)
  const length = brief ? together : together + perLine * wins.length
  const still = show.reducedMotion()
  let begun = -1
  let lineShown = -2
  await show.perform((now, hurried) => {
    const surface = show.surface()
    if (!surface) return true
    if (begun < 0) begun = now
    const ms = now - begun
    if (hurried || ms >= length) {
      settle(show, surface, every, step.celebrated)
      return true
    }
    const line = ms < together ? -1 : Math.floor((ms - together) / perLine)
    if (line !== lineShown) {
      repaintDimmed(show, surface, step.celebrated)
      lineShown = line
    }
    const since = line < 0 ? ms : (ms - together) % perLine
    const moment = momentOf(since, step.celebrated && !still, still)
    surface.wins.clear()
    const current = line < 0 ? wins : wins.slice(line, line + 1)
    if (step.celebrated) surface.wins.paintSymbols(line < 0 ? every : (current[0]?.positions ?? []), grid, moment)
    for (const win of current) surface.wins.paintLine(win, moment)
    if (line >= 0) for (const win of current) surface.wins.paintAmount(win, moment)
    return false
  })
}

/** Shows the scatters that paid or awarded free spins. */
export async function showScatter(show: Show, step: ScatterStep, brief: boolean): Promise<void> {
  const grid = show.reels.grid()
  const still = show.reducedMotion()
  const lit = step.celebrated || step.spinsAwarded > 0
  const amount = step.amount > 0n ? show.formatAmount(step.amount) : null
  const win: PaintedWin = { line: null, positions: step.positions, amount }
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
      settle(show, surface, step.positions, lit)
      return true
    }
    const moment = momentOf(ms, lit && !still, still)
    surface.wins.clear()
    if (lit) surface.wins.paintSymbols(step.positions, grid, moment)
    surface.wins.paintAmount(win, moment)
    return false
  })
}

/** Gilt dust, only for a big win; nothing with reduced motion. */
export async function showDust(show: Show): Promise<void> {
  if (show.reducedMotion()) return
  let begun = -1
  await show.perform((now, hurried) => {
    const surface = show.surface()
    if (begun < 0) begun = now
    const share = (now - begun) / dustMs
    surface?.wins.clear()
    if (!surface || hurried || share >= 1) return true
    surface.wins.paintDust(share)
    return false
  })
}

function paintedWin(show: Show, win: ShownWin): PaintedWin {
  return {
    line: win.line === null ? null : (show.lines[win.line] ?? null),
    positions: win.positions,
    amount: show.formatAmount(win.amount),
  }
}

/** The time per line; the total stays short for any number of lines. */
function lineMs(lines: number, celebrated: boolean): number {
  const most = celebrated ? maxPerLineMs : plainPerLineMs
  return Math.max(minPerLineMs, Math.min(most, linesMs / Math.max(1, lines)))
}

function momentOf(ms: number, moves: boolean, still: boolean): WinMoment {
  return {
    drawn: still ? 1 : Math.min(1, ms / drawMs),
    pulse: moves ? 1 + 0.055 * Math.sin((ms / 420) * Math.PI) : 1,
    alpha: still ? Math.min(1, ms / 160) : 1,
  }
}

function repaintDimmed(show: Show, surface: Surface, dimmed: boolean): void {
  show.reels.paintAll(surface, 0)
  if (dimmed) surface.reels.dim(dimShare)
}

/** Paints the state that remains after the animation. */
function settle(show: Show, surface: Surface, positions: readonly number[], lit: boolean): void {
  surface.wins.clear()
  show.reels.paintAll(surface, 0)
  if (!lit) return
  surface.wins.paintSymbols(positions, show.reels.grid(), { drawn: 1, pulse: 1, alpha: 1 })
}
