import type { ArtAtlas } from '#domain/art-manifest.ts'
import { linesOf, type Game } from '#domain/games/game.ts'
import type { Amount } from '#domain/money.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import type { SpinStep, Step } from '../steps.ts'
import type { Theme } from '../theme.ts'
import type { View } from '../view.ts'
import type { Tier } from '../win-level.ts'
import { createClock, type Clock } from './clock.ts'
import { createEdgeSparks } from './edge-sparks.ts'
import { createIdle, idleEveryMs } from './idle-show.ts'
import { paintFrame } from './frame-painter.ts'
import { layOut, type StageLayout } from './layout.ts'
import { mechanicOf, type Mechanics } from './mechanics.ts'
import { createFountain } from './particles.ts'
import { createReelsPainter } from './reels-painter.ts'
import { createReels, type Reels } from './reels.ts'
import type { Show } from './show.ts'
import type { Surface } from './surface.ts'
import { cutSymbols, type SymbolBitmaps } from './symbol-bitmaps.ts'
import { createSymbolFilms, type LayerArt, type SymbolFilms } from './symbol-films.ts'
import { showScatter, showWins } from './win-show.ts'
import { createWinsPainter } from './wins-painter.ts'

/** The canvases of the stage, created by the page: `reels` below `frame` below `overlay`. */
export type StageCanvases = { frame: HTMLCanvasElement; reels: HTMLCanvasElement; overlay: HTMLCanvasElement }

export type StageParts = {
  game: Game
  theme: Theme
  mechanics: Mechanics
  canvases: StageCanvases
  atlas: ArtAtlas
  picture: ImageBitmap
  /** The frame in nine parts; a plain one is drawn without it. */
  frame: ImageBitmap | null
  sound: Sound
  fontFamily: string
  formatAmount: (amount: Amount) => string
  reducedMotion: () => boolean
}

/** The stage of a slot: shows steps, and finishes the current one at once when hurried. */
export type SlotStage = {
  /** Fits the stage into the given space in CSS pixels; call again whenever it changes. */
  resize: (space: { width: number; height: number }, portrait: boolean) => Promise<StageLayout>
  /** Shows a view at rest. */
  place: (view: View) => void
  /** Starts the reels; their stops are not known yet. */
  press: () => void
  /** Returns the reels to their previous positions after a refusal. */
  returnReels: () => Promise<void>
  /** Shows one step and resolves when it is over. `brief` shows only the outcome, without animation. */
  show: (step: Step, brief: boolean) => Promise<void>
  /** The layers of the symbols have been loaded: from now on they move. */
  animate: (art: LayerArt) => void
  /** Particles over the reels from now on, until `stopCelebrating`. */
  celebrate: (tier: Tier) => void
  stopCelebrating: () => void
  hurry: () => void
  /** Switches the frame to that of a feature. */
  setFeature: (on: boolean) => void
  dispose: () => void
}

const maxDevicePixels = 2
/** How dark the reels are behind the particles of a large win. */
const celebrationDim = 0.72

export function createSlotStage(parts: StageParts): SlotStage {
  const { game, sound } = parts
  const reels = createReels(game)
  let surface: Surface | null = null
  let layers: LayerArt | null = null
  const idle = createIdle(reels, () => surface)
  const clock = createClock({ afterMs: idleEveryMs, next: () => (parts.reducedMotion() ? null : idle()) })
  let feature = false
  let latestResize = 0
  const show = showOf(parts, reels, clock, () => surface)
  const celebration = createCelebration(show, clock)

  return {
    async resize(space, portrait) {
      const layout = layOut(space, { columns: game.grid.reels, rows: game.grid.rows }, portrait)
      const scale = Math.min(maxDevicePixels, devicePixelRatio || 1)
      const resize = (latestResize += 1)
      const bitmaps = await cutBitmaps(parts, layout, scale)
      if (resize !== latestResize) return layout
      surface = paintersOf(parts, layout, bitmaps, scale)
      if (layers) surface.films = filmsOf(parts, surface, layers)
      paintFrameOf(parts, surface, feature)
      reels.paintAll(surface, clock.now())
      return layout
    },
    animate(art) {
      layers = art
      if (surface) surface.films = filmsOf(parts, surface, layers)
    },
    place(view) {
      clock.stop()
      reels.place(view)
      surface?.wins.clear()
      if (surface) reels.paintAll(surface, clock.now())
    },
    press() {
      surface?.wins.clear()
      if (parts.reducedMotion()) return
      reels.press(clock.now())
      clock.begin((now) => {
        if (surface) reels.paintMoving(surface, now, sound)
        return !reels.moving() && !reels.landing()
      })
    },
    returnReels: () => (reels.moving() ? spinTo(show, clock, null) : Promise.resolve()),
    show(step, brief) {
      if (step.kind === 'spin') return spinTo(show, clock, step)
      if (step.kind === 'wins') return showWins(show, step, brief)
      if (step.kind === 'scatter') return showScatter(show, step, brief)
      return mechanicOf(parts.mechanics, step)?.show(show, step, brief) ?? Promise.resolve()
    },
    celebrate(tier) {
      if (surface) celebration.begin(surface, tier)
      // Above the shade of the card (`scene-veil.module.css`).
      parts.canvases.overlay.toggleAttribute('data-celebrates', tier > 0)
    },
    stopCelebrating() {
      parts.canvases.overlay.removeAttribute('data-celebrates')
      if (surface) celebration.end(surface)
    },
    hurry: clock.hurry,
    setFeature(on) {
      if (feature === on) return
      feature = on
      sound.setScene(on ? 'feature' : 'base')
      if (surface) paintFrameOf(parts, surface, feature)
    },
    dispose() {
      clock.dispose()
      sound.reels(0)
    },
  }
}

/** What the animations of steps get. */
function showOf(parts: StageParts, reels: Reels, clock: Clock, surface: () => Surface | null): Show {
  const { game, sound, theme, formatAmount, reducedMotion } = parts
  const { perform, begin } = clock
  return { surface, reels, sound, theme, lines: linesOf(game), formatAmount, reducedMotion, perform, begin }
}

function paintFrameOf({ canvases, theme, frame }: StageParts, { layout, scale }: Surface, feature: boolean): void {
  paintFrame(canvases.frame, { layout, scale, theme, feature, picture: frame })
}

/** Lets the reels come to rest on the spin; null: on their last rest. */
async function spinTo(show: Show, clock: Clock, step: SpinStep | null): Promise<void> {
  const { reels, sound } = show
  show.surface()?.wins.clear()
  if (show.reducedMotion()) return crossFade(show, clock, step)
  if (!reels.moving()) reels.press(clock.now(), step?.held, step?.wild)
  reels.planStops(step, clock.now())
  await clock.perform((now) => {
    const surface = show.surface()
    if (surface) reels.paintMoving(surface, now, sound)
    return !reels.moving() && !reels.landing()
  })
}

/** The particles of a large win over the darkened reels. */
function createCelebration(
  { reels, theme, reducedMotion }: Show,
  clock: Clock,
): { begin: (surface: Surface, tier: Tier) => void; end: (surface: Surface) => void } {
  let runs = false
  return {
    begin(surface, tier) {
      if (reducedMotion() || tier === 0) return
      runs = true
      reels.paintAll(surface, clock.now())
      surface.reels.dim(celebrationDim)
      const fountain = createFountain(surface.layout, theme, tier, surface.scale)
      const begun = clock.now()
      clock.begin((now) => {
        if (!runs) return true
        surface.wins.clear()
        surface.wins.paintFreely(fountain.box, (context) => fountain.draw(context, now - begun))
        return false
      })
    },
    end(surface) {
      if (!runs) return
      runs = false
      surface.wins.clear()
      reels.paintAll(surface, clock.now())
    },
  }
}

function paintersOf(parts: StageParts, layout: StageLayout, bitmaps: SymbolBitmaps, scale: number): Surface {
  const { game, canvases, theme, fontFamily, formatAmount } = parts
  const surface: Surface = {
    layout,
    bitmaps,
    films: null,
    scale,
    reels: createReelsPainter({ canvas: canvases.reels, layout, bitmaps, scale, theme, fontFamily, formatAmount }),
    sparks: createEdgeSparks(layout, theme, scale),
    wins: createWinsPainter(canvases.overlay, layout, bitmaps, scale, {
      fontFamily,
      theme,
      outlineOf: (symbol) => theme.outlines[game.symbols[symbol]?.id ?? ''] ?? 'tablet',
      films: () => surface.films,
    }),
  }
  return surface
}

function filmsOf({ game, theme }: StageParts, { bitmaps }: Surface, layers: LayerArt): SymbolFilms {
  return createSymbolFilms(
    layers,
    game.symbols.map(({ id }) => id),
    Math.min(bitmaps.width, bitmaps.height),
    (id) => theme.tempers[id],
  )
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
  if (step) reels.place(step.view)
  const begun = clock.now()
  await clock.perform((now) => {
    const share = Math.min(1, (now - begun) / 260)
    const shown = surface()
    if (!shown) return true
    reels.paintAll(shown, now)
    if (before && share < 1) shown.reels.lay(before, 1 - share)
    return share >= 1
  })
  before?.close()
  sound.play('reelStop')
}
