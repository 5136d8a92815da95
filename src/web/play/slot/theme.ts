import type { Voice } from '#web/play/kit/sound.ts'
import type { Life } from './scene-life.tsx'
import type { FrameOutline } from './stage/frame-outline.ts'
import type { SymbolTemper } from './stage/symbol-motion.ts'

/**
 * How a machine looks and sounds beyond its pictures, as data: colours, materials, lettering and sounds. Nothing here
 * affects a result.
 */
export type Theme = {
  /** The machine's own light, and that of its features. CSS colours as `r, g, b`. */
  light: string
  featureLight: string
  /** The body of the frame: outer and inner tone of its lacquer. */
  lacquer: { outer: string; inner: string; featureOuter: string }
  /** The metal of the frame's edges, lit from the top left. */
  edge: readonly string[]
  /** The chips along the frame. */
  inlay: readonly string[]
  /** The reels' ground: edge and middle. */
  ground: { edge: string; middle: string }
  /** Behind the scene's picture, and the shade that a feature lays over it. */
  backdrop: string
  featureBackdrop: string
  /** The lettering of large wins, from top to bottom, and its outline. */
  lettering: { face: readonly string[]; outline: string; depth: string }
  /** What flies at large wins. */
  particle: Particle
  /** What runs along the edges of a reel that is waited for, and how; bolts have the machine's light. */
  anticipation: Particle & { path: 'rise' | 'fall' | 'swirl' | 'run' | 'bolt' }
  /** What moves in the scene. */
  life: Life
  sound: Voice
  /** How symbols move, by id: those that are not here leap, letters swell. */
  tempers: Readonly<Record<string, SymbolTemper>>
  /** The outline of the symbols' frames, by id, which the light of a win follows: those that are not here have a tablet's. */
  outlines: Readonly<Record<string, FrameOutline>>
}

/** `size`: relative to the usual one. */
export type Particle = {
  form: 'coin' | 'petal' | 'shard' | 'leaf' | 'feather' | 'star' | 'drop' | 'flame' | 'bulb' | 'claw' | 'ankh' | 'bolt'
  colours: readonly string[]
  size?: number
}

const gilt = ['#fff0c4', '#d9a94f', '#8a6427', '#c99a45', '#6b4a1c'] as const
const pearl = ['#bfe7dc', '#e9d5ec', '#f4eedd', '#a9cfe6', '#f0d9c8'] as const
const goldFace = ['#fffbe9', '#ffe9a6', '#f1bf4c', '#b97a1d', '#ffdf8a'] as const

const usual: Theme = {
  light: '232, 193, 119',
  featureLight: '232, 90, 130',
  lacquer: { outer: '#241b22', inner: '#0c0a10', featureOuter: '#4a1230' },
  edge: gilt,
  inlay: pearl,
  ground: { edge: '#0a0a12', middle: '#1b1522' },
  backdrop:
    'radial-gradient(70% 60% at 50% 36%, #3a2412, transparent 75%), radial-gradient(60% 70% at 100% 0, #4a1230, transparent 70%), radial-gradient(60% 70% at 0 0, #1b2a5a, transparent 70%)',
  featureBackdrop:
    'radial-gradient(60% 50% at 50% 40%, #a8324a66, transparent 70%), linear-gradient(180deg, #3a0a24c0, #5a143a80 45%, #12040cd0)',
  lettering: { face: goldFace, outline: '#3a1404', depth: '#7a2a08' },
  particle: { form: 'coin', colours: ['#ffe9a6', '#f1bf4c', '#b97a1d'] },
  anticipation: { path: 'rise', form: 'star', colours: ['#fff6d0', '#ffd75e', '#f1a93c'] },
  life: {
    grains: [{ form: 'spark', colours: ['#ffe9a6'], count: 8, size: 1.6, ms: 9000, across: 2, down: -90 }],
    lights: [],
  },
  sound: { root: 293.66, timbre: 'bell' },
  tempers: {},
  outlines: {},
}

/** What the machines change of it: `machines/<code>/theme.ts`. */
const own = import.meta.glob<Partial<Theme>>('./machines/*/theme.ts', { import: 'theme', eager: true })

/** The theme of a machine; one without its own has the house's. */
export function themeOf(code: string): Theme {
  return { ...usual, ...own[`./machines/${code}/theme.ts`] }
}

/** The colour of a line, far from those of its neighbours; it never stands alone: lines are numbered. */
export function lineColour(line: number): string {
  return `hsl(${Math.round((line * 137.508 + 42) % 360)} 86% 66%)`
}
