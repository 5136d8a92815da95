import type { CellsStep, FactorsStep, FeatureStepStep, Step } from '../../steps.ts'
import { wildCells, type View } from '../../view.ts'
import { restCells, type PaintedCell } from '../reels-painter.ts'
import { performFor, popAt, type Mechanic, type Show } from '../show.ts'
import type { Surface } from '../surface.ts'

/** Cells that change at rest: mystery symbols open, wilds cover cells and reels, factors appear, wilds walk. */

const openMs = 520
const coverMs = 560
const heldMs = 260
const factorMs = 420
const walkMs = 420

function showCells(show: Show, step: CellsStep): Promise<void> {
  const { how, positions, before, view } = step
  if (how === 'sticky' || how === 'walking') {
    show.reels.place(view)
    return performFor(show, heldMs, (surface, share) => pulse(show, surface, positions, share))
  }
  show.sound.play(how === 'mystery' ? 'open' : 'expand')
  show.reels.place(view)
  const turns = how === 'mystery'
  return performFor(show, turns ? openMs : coverMs, (surface, share) => {
    surface.wins.clear()
    for (const reel of reelsOf(positions, view)) {
      surface.reels.paintCells(
        reel,
        turns ? turning(before, view, positions, reel, share) : covering(before, view, positions, reel, share),
      )
    }
  })
}

/** Each cell turns over: the old picture narrows, the new one widens. */
function turning(before: View, view: View, positions: readonly number[], reel: number, share: number): PaintedCell[] {
  const changed = new Set(positions)
  const rows = view.cells[reel]?.length ?? 0
  return restCells(share < 0.5 ? before : view, reel).map((cell) =>
    changed.has(reel * rows + cell.row)
      ? { ...cell, across: Math.max(0.02, Math.abs(Math.cos(share * Math.PI))) }
      : cell,
  )
}

/** The new symbol grows over the old one, from the top of the reel to its end. */
function covering(before: View, view: View, positions: readonly number[], reel: number, share: number): PaintedCell[] {
  const rows = view.cells[reel]?.length ?? 0
  const own = positions.filter((position) => Math.floor(position / Math.max(1, rows)) === reel)
  const cells = restCells(before, reel)
  for (const [order, position] of own.entries()) {
    const since = share * 1.6 - (0.6 * order) / Math.max(1, own.length)
    if (since <= 0) continue
    const [cell] = restCells(view, reel).filter(({ row }) => row === position % rows)
    if (cell) cells.push({ ...cell, scale: popAt(since), alpha: Math.min(1, since * 3) })
  }
  return share >= 1 ? restCells(view, reel) : cells
}

function showFactors(show: Show, { positions, view }: FactorsStep): Promise<void> {
  show.sound.play('open', 2)
  show.reels.place(view)
  return performFor(show, factorMs, (surface, share) => {
    surface.wins.clear()
    const rows = view.cells[0]?.length ?? 0
    const fresh = new Set(positions)
    for (const reel of reelsOf(positions, view)) {
      const cells = restCells(view, reel).map((cell) =>
        fresh.has(reel * rows + cell.row) ? { ...cell, scale: 1 + 0.12 * Math.sin(share * Math.PI) } : cell,
      )
      surface.reels.paintCells(reel, cells)
    }
  })
}

/** Wilds walk one reel to the left; the reels run after it. */
function showWalk(show: Show, { before, held }: FeatureStepStep): Promise<void> {
  if (before === null) return Promise.resolve()
  const { surface: surfaceOf } = show
  const rows = before.cells[0]?.length ?? 0
  const wild = before.cells[Math.floor((held[0] ?? 0) / rows) + 1]?.[(held[0] ?? 0) % rows] ?? 0
  const leaving = wildCells(before, wild)
  show.sound.play('walk')
  return performFor(show, walkMs, (surface, share) => {
    surface.wins.clear()
    const picture = surfaceOf()?.bitmaps.sharp[wild]
    if (!picture) return
    const { cell, gap, reels } = surface.layout
    for (const reel of reelsOf(leaving, before))
      surface.reels.paintCells(
        reel,
        restCells(before, reel).filter(({ row }) => !leaving.includes(reel * rows + row)),
      )
    surface.wins.paintFreely({ x: 0, y: 0, ...sizeOf(reels) }, (context) => {
      for (const position of leaving) {
        const from = Math.floor(position / rows) * (cell.width + gap)
        const x = from - (cell.width + gap) * (share < 0.5 ? 2 * share ** 2 : 1 - 2 * (1 - share) ** 2)
        context.globalAlpha = from === 0 ? 1 - share : 1
        context.drawImage(picture, x, (position % rows) * (cell.height + gap), cell.width, cell.height)
      }
    })
  })
}

function sizeOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return { width, height }
}

function reelsOf(positions: readonly number[], view: View): number[] {
  const rows = view.cells[0]?.length ?? 1
  return [...new Set(positions.map((position) => Math.floor(position / rows)))]
}

function pulse(show: Show, surface: Surface, positions: readonly number[], share: number): void {
  surface.wins.clear()
  show.reels.paintAll(surface, 0)
  if (share >= 1) return
  const moment = { drawn: 1, pulse: 1 + 0.06 * Math.sin(share * Math.PI), alpha: 1, filmMs: null }
  surface.wins.paintSymbols(positions, show.reels.view(), moment)
}

export const mechanic: Mechanic = {
  show(show: Show, step: Step) {
    if (step.kind === 'cells') return showCells(show, step)
    if (step.kind === 'factors') return showFactors(show, step)
    if (step.kind === 'featureStep' && step.feature === 'walking-wilds') return showWalk(show, step)
    return Promise.resolve()
  },
}
