import type { ArtAtlas } from '#domain/art-manifest.ts'
import { linesOf, type Game } from '#domain/games/game.ts'
import type { Amount } from '#domain/money.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import { paintFrame } from './frame-painter.ts'
import { layOut, type StageLayout } from './layout.ts'
import { createClock, type Clock } from './clock.ts'
import { createReelsPainter } from './reels-painter.ts'
import { createReels } from './reels.ts'
import type { Surface } from './surface.ts'
import { cutSymbols, type SymbolBitmaps } from './symbol-bitmaps.ts'
import type { ScatterStep, SpinStep, WinsStep } from '../timeline.ts'
import { showDust, showScatter, showWins, type Show } from './win-show.ts'
import { createWinsPainter } from './wins-painter.ts'

/** The canvases of the stage, created by the page: `frame` below `reels` below `overlay`. */
export type StageCanvases = { frame: HTMLCanvasElement; reels: HTMLCanvasElement; overlay: HTMLCanvasElement }

export type StageParts = {
  game: Game
  canvases: StageCanvases
  atlas: ArtAtlas
  picture: ImageBitmap
  sound: Sound
  fontFamily: string
  formatAmount: (amount: Amount) => string
  reducedMotion: () => boolean
}

/** The stage of a slot: shows steps, and finishes the current one at once when hurried. */
export type SlotStage = {
  /** Fits the stage into the given space in CSS pixels; call again whenever it changes. */
  resize: (space: { width: number; height: number }, portrait: boolean) => Promise<StageLayout>
  /** Shows the reels as a spin left them, without motion. */
  placeReels: (spin: SpinStep) => void
  /** Starts the reels; their stops are not known yet. */
  press: () => void
  /** Returns the reels to their previous positions after a refusal. */
  returnReels: () => Promise<void>
  /** Shows one step and resolves when it is over. `brief` shows only the outcome, without animation. */
  show: (step: SpinStep | WinsStep | ScatterStep, brief: boolean) => Promise<void>
  /** Gilt dust over the reels, only for a big win. */
  celebrate: () => Promise<void>
  hurry: () => void
  /** Switches the colours of the free spins. */
  setFeature: (on: boolean) => void
  dispose: () => void
}

const maxDevicePixels = 2

export function createSlotStage(parts: StageParts): SlotStage {
  const { game, canvases, sound } = parts
  const clock = createClock()
  const reels = createReels(game)
  let surface: Surface | null = null
  let feature = false
  let latestResize = 0

  const show: Show = {
    surface: () => surface,
    reels,
    sound,
    lines: linesOf(game),
    formatAmount: parts.formatAmount,
    reducedMotion: parts.reducedMotion,
    perform: clock.perform,
  }

  return {
    async resize(space, portrait) {
      const layout = layOut(space, { columns: game.grid.reels, rows: game.grid.rows }, portrait)
      const scale = Math.min(maxDevicePixels, devicePixelRatio || 1)
      const resize = (latestResize += 1)
      const bitmaps = await cutBitmaps(parts, layout, scale)
      if (resize !== latestResize) return layout
      surface = {
        layout,
        bitmaps,
        reels: createReelsPainter(canvases.reels, layout, bitmaps, scale),
        wins: createWinsPainter(canvases.overlay, layout, bitmaps, scale, parts.fontFamily),
      }
      paintFrame(canvases.frame, layout, scale, feature)
      reels.paintAll(surface, clock.now())
      return layout
    },
    placeReels(spin) {
      reels.placeReels(spin)
      surface?.wins.clear()
      if (surface) reels.paintAll(surface, clock.now())
    },
    press() {
      surface?.wins.clear()
      if (parts.reducedMotion()) return
      reels.press(clock.now())
      clock.begin((now) => {
        if (surface) reels.paintMoving(surface, now, sound)
        return !reels.moving()
      })
    },
    returnReels: () => (reels.moving() ? spinTo(null) : Promise.resolve()),
    show(step, brief) {
      if (step.kind === 'spin') return spinTo(step)
      if (step.kind === 'wins') return showWins(show, step, brief)
      return showScatter(show, step, brief)
    },
    celebrate: () => showDust(show),
    hurry: clock.hurry,
    setFeature(on) {
      if (feature === on) return
      feature = on
      if (surface) paintFrame(canvases.frame, surface.layout, Math.min(maxDevicePixels, devicePixelRatio || 1), on)
    },
    dispose: clock.dispose,
  }

  async function spinTo(step: SpinStep | null): Promise<void> {
    surface?.wins.clear()
    if (parts.reducedMotion()) return crossFade(show, clock, step)
    if (!reels.moving()) reels.press(clock.now())
    reels.planStops(step, clock.now())
    await clock.perform((now, hurried) => {
      if (hurried) reels.hurry(now)
      if (surface) reels.paintMoving(surface, now, sound)
      return !reels.moving()
    })
  }
}

function cutBitmaps({ game, picture, atlas }: StageParts, layout: StageLayout, scale: number): Promise<SymbolBitmaps> {
  return cutSymbols(
    picture,
    atlas,
    game.symbols.map((symbol) => symbol.id),
    Math.round(layout.cell.width * scale),
    Math.round(layout.cell.height * scale),
  )
}

/** Shows a spin without motion: the new reels come through the picture of the old ones. */
async function crossFade({ surface, reels, sound }: Show, clock: Clock, step: SpinStep | null): Promise<void> {
  const before = await surface()?.reels.picture()
  if (step) reels.placeReels(step)
  const begun = clock.now()
  await clock.perform((now, hurried) => {
    const share = hurried ? 1 : Math.min(1, (now - begun) / 260)
    const shown = surface()
    if (!shown) return true
    reels.paintAll(shown, now)
    if (before && share < 1) shown.reels.lay(before, 1 - share)
    return share >= 1
  })
  before?.close()
  sound.play('reelStop')
}
