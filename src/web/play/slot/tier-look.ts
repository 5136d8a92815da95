import type { Theme } from './theme.ts'
import type { Tier } from './win-level.ts'

/** How the card of a win looks: each tier has its metal, and more and stronger light than the one below. */
export type TierLook = {
  /** The lettering and the amount, from top to bottom. */
  face: readonly string[]
  outline: string
  depth: string
  /** CSS colours as `r, g, b`: the rays take turns. */
  light: string
  otherLight: string
  rays: number
  /** Opacity of a ray at its brightest. */
  strength: number
}

/** Tier 1 is silver, 2 the machine's own metal, 3 fire, 4 white gold on violet. Scenes without a tier have the second's. */
export function lookOf({ lettering, light }: Theme, tier: Tier): TierLook {
  const own = { ...lettering, light, otherLight: light, rays: 18, strength: 0.2 }
  switch (tier) {
    case 1:
      return { ...own, ...silver }
    case 3:
      return { ...own, ...fire, otherLight: light }
    case 4:
      return { ...own, ...whiteGold }
    default:
      return own
  }
}

const silver = {
  face: ['#ffffff', '#e6edf4', '#aebccb', '#74849a', '#d5dee8'],
  outline: '#10161f',
  depth: '#3a475c',
  light: '190, 206, 226',
  otherLight: '190, 206, 226',
  rays: 10,
  strength: 0.13,
}
const fire = {
  face: ['#fff4e2', '#ffc98a', '#ff8a3d', '#dd4420', '#ffb070'],
  outline: '#3a0806',
  depth: '#86150e',
  light: '255, 116, 58',
  rays: 24,
  strength: 0.32,
}
const whiteGold = {
  face: ['#ffffff', '#fff8cf', '#ffe066', '#ffb52e', '#fff3b8'],
  outline: '#2c0a3e',
  depth: '#7b1fa2',
  light: '255, 226, 120',
  otherLight: '216, 120, 255',
  rays: 32,
  strength: 0.44,
}
