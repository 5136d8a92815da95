/**
 * How the layers of a symbol move, as pure functions of the share of a film that has passed. Lengths are shares of the
 * symbol's edge, angles are radians. No light comes and goes more than twice a second.
 */

/** What a symbol does: when its reel stops, now and then at rest, and for as long as it is part of a win. */
export type SymbolAct = 'land' | 'idle' | 'win'

/** The temper of a subject: creatures leap, coins turn over, plants sway, gems and letters swell. */
export type SymbolTemper = 'leap' | 'turn' | 'sway' | 'swell'

export type SymbolPose = {
  /** Of the subject: its lift, its size, and its turn. */
  lift: number
  width: number
  height: number
  turn: number
  /** Of what swings about its pivot: its turn and its stretch. */
  swing: number
  stretch: number
  /** Strength of the light from the other side, of the eyes and of the halo, 0 to 1. */
  lit: number
  eyes: number
  glow: number
  /** Where a band of light crosses the subject, -1 (before) to 1 (behind); null without one. */
  glint: number | null
  /** Size of the plate with the word. */
  plate: number
}

/** The length of each film in ms and its frames; the win loops, the others end as the symbol stands. */
export const films: Readonly<Record<SymbolAct, { ms: number; frames: number }>> = {
  land: { ms: 360, frames: 12 },
  idle: { ms: 1200, frames: 30 },
  win: { ms: 1600, frames: 40 },
}

/** A symbol that stands. */
export const still: SymbolPose = {
  lift: 0,
  width: 1,
  height: 1,
  turn: 0,
  swing: 0,
  stretch: 1,
  lit: 0,
  eyes: 0,
  glow: 0,
  glint: null,
  plate: 1,
}

/** The pose of a symbol at a share (0 to 1) of a film. */
export function poseAt(act: SymbolAct, temper: SymbolTemper, share: number): SymbolPose {
  if (act === 'land') return landing(share)
  if (act === 'idle') return resting(share)
  return { ...winning(share), ...bodies[temper](share) }
}

/** It falls into its place, is squashed, and springs back. */
function landing(share: number): SymbolPose {
  const spring = Math.exp(-4.2 * share) * Math.cos(share * 2.5 * Math.PI) * (1 - share)
  return {
    ...still,
    height: 1 - 0.12 * spring,
    width: 1 + 0.09 * spring,
    lift: -0.03 * spring,
    swing: 0.1 * spring,
    lit: 0.7 * hill(share, 0.1, 0.9),
    eyes: hill(share, 0.05, 0.95),
    glow: 0.7 * hill(share, 0, 0.8),
    plate: 1 + 0.1 * hill(share, 0.05, 0.6),
  }
}

/** A breath, a gleam across, and a look of the eyes. */
function resting(share: number): SymbolPose {
  const breath = hill(share, 0, 1)
  return {
    ...still,
    height: 1 + 0.014 * breath,
    lift: 0.007 * breath,
    swing: 0.03 * Math.sin(share * 2 * Math.PI) * breath,
    lit: 0.45 * breath,
    eyes: 0.9 * hill(share, 0.35, 1),
    glow: 0.22 * breath,
    glint: band(share, 0.12, 0.72),
  }
}

/** What all winning symbols have in common: their lights. */
function winning(share: number): SymbolPose {
  const wave = 0.5 - 0.5 * Math.cos(share * 2 * Math.PI)
  return {
    ...still,
    lit: 0.85 * wave,
    eyes: 0.35 + 0.65 * hill(share, 0.08, 0.62),
    glow: 0.4 + 0.5 * hill(share, 0, 0.7),
    glint: band(share, 0.5, 0.92),
    plate: 1 + 0.08 * hill(share, 0.12, 0.5),
  }
}

type Body = Pick<SymbolPose, 'lift' | 'width' | 'height' | 'turn' | 'swing' | 'stretch'>

const bodies: Readonly<Record<SymbolTemper, (share: number) => Body>> = {
  /** It crouches, leaps with its mouth open, and lands. */
  leap(share) {
    const crouch = hill(share, 0, 0.2)
    const up = hill(share, 0.14, 0.56)
    const landed = hill(share, 0.54, 0.76)
    return {
      lift: 0.075 * up - 0.012 * crouch,
      height: 1 - 0.07 * crouch + 0.075 * up - 0.045 * landed,
      width: 1 + 0.05 * crouch - 0.01 * up + 0.03 * landed,
      turn: 0.045 * up * Math.sin(share * 4 * Math.PI),
      swing: 0.07 * Math.sin(share * 4 * Math.PI) * hill(share, 0, 0.9),
      stretch: 1 + 0.1 * up,
    }
  },
  /** It rises and turns once about its upright axis. */
  turn(share) {
    const up = hill(share, 0, 0.8)
    const turned = smooth((share - 0.08) / 0.6)
    return {
      lift: 0.05 * up,
      width: Math.cos(turned * 2 * Math.PI) * (1 + 0.06 * up),
      height: 1 + 0.06 * up,
      turn: 0,
      swing: 0.05 * Math.sin(share * 4 * Math.PI),
      stretch: 1 + 0.05 * up,
    }
  },
  sway(share) {
    const wave = Math.sin(share * 2 * Math.PI)
    const up = hill(share, 0.05, 0.95)
    return {
      lift: 0.03 * up,
      height: 1 + 0.05 * up,
      width: 1 + 0.06 * Math.sin(share * 4 * Math.PI),
      turn: 0.085 * wave,
      swing: -0.1 * Math.sin(share * 2 * Math.PI - 0.7) - 0.064,
      stretch: 1 + 0.05 * up,
    }
  },
  swell(share) {
    const up = hill(share, 0.04, 0.6)
    const echo = hill(share, 0.58, 0.96)
    const size = 1 + 0.1 * up + 0.03 * echo
    return { lift: 0.01 * up, height: size, width: size, turn: 0, swing: 0.04 * up, stretch: 1 + 0.06 * up }
  },
}

/** Rises from 0 at `from` to 1 halfway and falls back to 0 at `to`, without corners. */
function hill(share: number, from: number, to: number): number {
  if (share <= from || share >= to) return 0
  return 0.5 - 0.5 * Math.cos(((share - from) / (to - from)) * 2 * Math.PI)
}

function band(share: number, from: number, to: number): number | null {
  return share <= from || share >= to ? null : ((share - from) / (to - from)) * 2 - 1
}

function smooth(share: number): number {
  const t = Math.min(1, Math.max(0, share))
  return t * t * (3 - 2 * t)
}
