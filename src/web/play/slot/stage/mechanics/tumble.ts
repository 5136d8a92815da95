import type { Step, TumbleStep } from '../../steps.ts'
import type { View } from '../../view.ts'
import type { PaintedCell } from '../reels-painter.ts'
import { performFor, type Mechanic, type Show } from '../show.ts'
import type { Surface } from '../surface.ts'

/** Tumbles: the winning cells vanish, and the rest falls. A press never shortens the fall. */

const vanishMs = 300
const fallMs = 360
const perReelMs = 26

async function showTumble(show: Show, step: TumbleStep): Promise<void> {
  const reels = [...new Set(step.removed.map((position) => reelOf(position, step.before)))]
  show.sound.play('vanish')
  await performFor(show, vanishMs, (surface, share) => paintVanishing(show, surface, step, reels, share), {
    mayHurry: false,
  })
  show.reels.place(step.view)
  const length = fallMs + perReelMs * reels.length
  let landed = -1
  await performFor(
    show,
    length,
    (surface, share) => {
      surface.wins.clear()
      for (const [order, reel] of reels.entries()) {
        const own = Math.min(1, Math.max(0, (share * length - order * perReelMs) / fallMs))
        surface.reels.paintCells(reel, fallingCells(step, reel, own))
        if (own < 1 || order <= landed) continue
        landed = order
        show.sound.play('reelStop', order)
      }
      if (share >= 1) show.reels.paintAll(surface, 0)
    },
    { mayHurry: false },
  )
}

function reelOf(position: number, { cells }: View): number {
  return Math.floor(position / (cells[0]?.length ?? 1))
}

function paintVanishing(show: Show, surface: Surface, step: TumbleStep, reels: readonly number[], share: number): void {
  const { before, removed } = step
  const rows = before.cells[0]?.length ?? 0
  const gone = new Set(removed)
  for (const reel of reels) {
    const cells = (before.cells[reel] ?? []).map((symbol, row): PaintedCell => {
      const position = reel * rows + row
      const factor = before.factors.get(position)
      if (!gone.has(position)) return { symbol, row, factor }
      return { symbol, row, scale: Math.max(0.01, 1 + 0.16 * share - 0.5 * share ** 2), alpha: 1 - share ** 2 }
    })
    surface.reels.paintCells(reel, cells)
  }
  surface.wins.clear()
  // What breaks leaves sparks, but not where nothing is celebrated.
  if (!step.celebrated || show.reducedMotion() || share >= 1) return
  surface.wins.paintFreely(
    { x: 0, y: 0, width: surface.layout.reels.width, height: surface.layout.reels.height },
    (context) => {
      context.fillStyle = `rgba(${show.theme.light}, 1)`
      for (const position of removed) paintSparks(context, surface, position, share)
    },
  )
}

const sparks = 9

function paintSparks(context: CanvasRenderingContext2D, surface: Surface, position: number, share: number): void {
  const { cell, gap, rows } = surface.layout
  const x = Math.floor(position / rows) * (cell.width + gap) + cell.width / 2
  const y = (position % rows) * (cell.height + gap) + cell.height / 2
  context.globalAlpha = 0.9 * (1 - share)
  for (let spark = 0; spark < sparks; spark += 1) {
    const angle = (spark / sparks) * 2 * Math.PI + position
    const far = cell.width * (0.16 + 0.42 * share * (0.6 + 0.4 * ((spark * 0.618) % 1)))
    const size = cell.width * 0.05 * (1 - 0.6 * share)
    context.fillRect(x + Math.cos(angle) * far - size / 2, y + Math.sin(angle) * far - size / 2, size, size)
  }
}

/** The column while it falls: accelerating, with a small bounce at the end. */
function fallingCells({ view, falls }: TumbleStep, reel: number, share: number): PaintedCell[] {
  const symbols = view.cells[reel] ?? []
  const moving = new Map(falls.filter((fall) => fall.reel === reel).map((fall) => [fall.to, fall]))
  const dropped = share < 0.82 ? (share / 0.82) ** 2 : 1 - 0.05 * Math.sin(((share - 0.82) / 0.18) * Math.PI)
  return symbols.map((symbol, row): PaintedCell => {
    const factor = view.factors.get(reel * symbols.length + row)
    const fall = moving.get(row)
    return { symbol, factor, row: fall ? fall.from + (fall.to - fall.from) * dropped : row }
  })
}

export const mechanic: Mechanic = {
  show: (show: Show, step: Step) => (step.kind === 'tumble' ? showTumble(show, step) : Promise.resolve()),
}
