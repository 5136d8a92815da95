/** The pictures of the roulette wheel that are drawn as bodies in space: the bowl, and the light on the rotor. */

import { picture, rotorBox } from '../../src/web/play/table/roulette/wheel-form.ts'
import type { Rendered } from './artwork.ts'
import { toWebp } from './raster.ts'
import { renderBowl, renderLight } from './wheel-render.ts'

/** Sizes as those of a scene. */
export type WheelArtwork = {
  readonly kind: 'wheel'
  readonly name: string
  readonly part: 'bowl' | 'light'
  readonly width: number
  readonly height: number
  readonly density: number
  readonly quality: number
  readonly maxBytes: number
}

/** The sources whose change makes these pictures stale beside those that write files. */
export const wheelSources = ['wheel-artwork.ts', 'wheel-render.ts', '../../src/web/play/table/roulette/wheel-form.ts']

export const wheelArtworks: readonly WheelArtwork[] = [
  { kind: 'wheel', name: 'table/wheel-bowl', part: 'bowl', ...picture, density: 1.35, quality: 80, maxBytes: 76_000 },
  {
    kind: 'wheel',
    name: 'table/wheel-light',
    part: 'light',
    width: rotorBox.width * 2,
    height: rotorBox.height,
    density: 1,
    quality: 82,
    maxBytes: 24_000,
  },
]

export async function renderWheel({ part, density, quality, maxBytes }: WheelArtwork): Promise<Rendered> {
  const picture = part === 'bowl' ? renderBowl(density) : renderLight(density)
  return { bytes: await toWebp(picture, picture.width, quality, maxBytes), extension: 'webp' }
}
