import type { CoinsStep, FeatureStepStep, PrizeStep, Step } from '../../steps.ts'
import type { View } from '../../view.ts'
import { restCells } from '../reels-painter.ts'
import { performFor, popAt, type Mechanic, type Show } from '../show.ts'
import type { Surface } from '../surface.ts'

/**
 * Hold-and-win: coins stay, light passes over the empty places, and new coins drop. An empty place never shows anything
 * else, because nothing else can land there.
 */

const respinMs = 900
const landMs = 420
const firstMs = 760
const prizeMs = 700
/** From one paying coin to the next. */
const payMs = 90

/** Light passes down every empty place; a press does not shorten it. */
function showRespin(show: Show, { view }: FeatureStepStep): Promise<void> {
  const coins = view?.coins ?? null
  if (view === null || coins === null) return Promise.resolve()
  show.sound.play('respin')
  const rows = view.cells[0]?.length ?? 0
  const empty = view.cells.flatMap((symbols, reel) =>
    symbols.flatMap((_, row) => (coins.has(reel * rows + row) ? [] : [reel * rows + row])),
  )
  return performFor(
    show,
    respinMs,
    (surface, share) => {
      surface.wins.clear()
      if (share >= 1 || show.reducedMotion()) return show.reels.paintAll(surface, 0)
      paintSweep(show, surface, empty, share)
    },
    { mayHurry: false },
  )
}

const sweeps = 3

/** Light falls through the empty places; each is clipped to its round. */
function paintSweep(show: Show, surface: Surface, empty: readonly number[], share: number): void {
  const { cell, rows, reels } = surface.layout
  const radius = Math.min(cell.width, cell.height) * 0.4
  const ray = rayOf(show.theme.featureLight, Math.round(radius * 2 * surface.scale))
  const strength = Math.min(1, 5 * share, 4 * (1 - share))
  surface.wins.paintFreely({ x: 0, y: 0, width: reels.width, height: reels.height }, (context) => {
    for (const position of empty) {
      const { x, y } = middleOf(surface, position)
      const late = Math.floor(position / rows) * 0.13 + (position % rows) * 0.21
      const fallen = (share * sweeps + late) % 1
      context.save()
      context.beginPath()
      context.arc(x, y, radius, 0, 2 * Math.PI)
      context.clip()
      context.globalAlpha = strength
      context.drawImage(ray, x - radius, y - radius * 3 + fallen * radius * 4, radius * 2, radius * 2)
      context.restore()
    }
  })
}

let drawnRay: { light: string; edge: number; picture: OffscreenCanvas } | null = null

/** A soft streak of light that is brightest at its lower end, drawn once per size. */
function rayOf(light: string, edge: number): OffscreenCanvas {
  if (drawnRay?.light === light && drawnRay.edge === edge) return drawnRay.picture
  const picture = new OffscreenCanvas(Math.max(1, edge), Math.max(1, edge))
  const context = picture.getContext('2d')
  if (!context) throw new Error('This browser has no 2D canvas.')
  const down = context.createLinearGradient(0, 0, 0, edge)
  down.addColorStop(0, `rgba(${light}, 0)`)
  down.addColorStop(0.82, `rgba(${light}, .5)`)
  down.addColorStop(0.94, `rgba(${light}, .85)`)
  down.addColorStop(1, `rgba(${light}, 0)`)
  context.fillStyle = down
  context.fillRect(0, 0, edge, edge)
  context.globalCompositeOperation = 'destination-in'
  const across = context.createLinearGradient(0, 0, edge, 0)
  across.addColorStop(0.08, 'rgba(0, 0, 0, 0)')
  across.addColorStop(0.5, '#000')
  across.addColorStop(0.92, 'rgba(0, 0, 0, 0)')
  context.fillStyle = across
  context.fillRect(0, 0, edge, edge)
  drawnRay = { light, edge, picture }
  return picture
}

function middleOf({ layout }: Surface, position: number): { x: number; y: number } {
  const { cell, gap, rows } = layout
  return {
    x: Math.floor(position / rows) * (cell.width + gap) + cell.width / 2,
    y: (position % rows) * (cell.height + gap) + cell.height / 2,
  }
}

function showCoins(show: Show, { positions, first, view }: CoinsStep, brief: boolean): Promise<void> {
  show.reels.place(view)
  show.sound.play('coinLand', Math.min(8, view.coins?.size ?? 0))
  const fresh = new Set(positions)
  const length = brief ? landMs : first ? firstMs : landMs
  return performFor(show, length, (surface, share) => {
    surface.wins.clear()
    for (const reel of first ? view.cells.keys() : reelsOf(positions, view))
      paintLanding(surface, view, { fresh, first }, reel, share)
    if (share >= 1 || show.reducedMotion()) return
    paintRings(surface, positions, show.theme.featureLight, { alpha: 1 - share, size: 0.84 + 0.4 * share })
  })
}

/** Coins of the triggering spin get their values where they lie; later ones fall into their places from above. None leaves its column. */
function paintLanding(
  surface: Surface,
  view: View,
  { fresh, first }: { fresh: ReadonlySet<number>; first: boolean },
  reel: number,
  share: number,
): void {
  const rows = view.cells[reel]?.length ?? 0
  const cells = restCells(view, reel).flatMap((cell) => {
    if (!fresh.has(reel * rows + cell.row)) return [cell]
    if (first)
      return [{ ...cell, scale: 1 - 0.08 * Math.sin(share * Math.PI), ...(share < 0.4 && { coin: undefined }) }]
    const fallen = popAt(Math.min(1, share * 1.5))
    return [
      { symbol: null, row: cell.row },
      {
        ...cell,
        row: cell.row - 0.5 * (1 - fallen),
        alpha: Math.min(1, share * 5),
        ...(share < 0.5 && { coin: undefined }),
      },
    ]
  })
  surface.reels.paintCells(reel, cells)
}

function reelsOf(positions: readonly number[], view: View): number[] {
  const rows = view.cells[0]?.length ?? 1
  return [...new Set(positions.map((position) => Math.floor(position / rows)))]
}

/** The coins light up one after the other and pay; what fills the window lights all of them at once. */
function showPrize(show: Show, step: PrizeStep): Promise<void> {
  const { coins } = show.reels.view()
  if (coins === null) return Promise.resolve()
  const positions = [...coins.keys()].toSorted((one, other) => one - other)
  const full = step.prize === 'full'
  if (!step.celebrated) return performFor(show, prizeMs, (surface) => surface.wins.clear())
  if (full) show.sound.play('feature')
  let paid = 0
  return performFor(show, full ? prizeMs : prizeMs + positions.length * payMs, (surface, share) => {
    surface.wins.clear()
    if (share >= 1) return
    const { featureLight } = show.theme
    if (full) return paintRings(surface, positions, featureLight, { alpha: Math.sin(share * Math.PI), size: 0.92 })
    const lit = Math.min(positions.length, Math.floor(share * (positions.length + prizeMs / payMs)) + 1)
    if (lit > paid) show.sound.play('coinLand', Math.min(8, lit))
    paid = lit
    paintRings(surface, positions.slice(0, lit), featureLight, { alpha: Math.min(1, 4 * (1 - share)), size: 0.92 })
  })
}

/** Rings about coins; `size` is a share of the cell. */
function paintRings(
  surface: Surface,
  positions: readonly number[],
  light: string,
  { alpha, size }: { alpha: number; size: number },
): void {
  const { cell, reels } = surface.layout
  const radius = (Math.min(cell.width, cell.height) * size) / 2
  surface.wins.paintFreely({ x: 0, y: 0, width: reels.width, height: reels.height }, (context) => {
    context.strokeStyle = `rgba(${light}, ${alpha})`
    context.lineWidth = radius * 0.1
    for (const position of positions) {
      const { x, y } = middleOf(surface, position)
      context.beginPath()
      context.arc(x, y, radius, 0, 2 * Math.PI)
      context.stroke()
    }
  })
}

export const mechanic: Mechanic = {
  show(show: Show, step: Step, brief: boolean) {
    if (step.kind === 'coins') return showCoins(show, step, brief)
    if (step.kind === 'featureStep') return showRespin(show, step)
    if (step.kind === 'prize') return showPrize(show, step)
    return Promise.resolve()
  },
}
