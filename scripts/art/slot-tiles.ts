/** Tiles of the studio's planned slots: one hero each, in a hue of its own. */

import type { Layer, SceneArtwork } from './artwork.ts'
import { borrowed } from './borrowed.ts'
import type { MaterialName } from './materials.ts'
import type { Part, Piece, Place } from './piece.ts'
import { clouds, view, type Ground } from './scenery.ts'
import { hues, tile } from './tiles.ts'

/** A silhouette in enamel with a gilt edge, or in plain metal. */
function carved(shape: string, body: MaterialName, place: Place = {}): Part {
  const metal = body === 'gold' || body === 'silver' || body === 'oldGold'
  return {
    kind: 'carved',
    shape,
    body,
    ...(metal ? {} : { edge: 'gold' as const, edgeWidth: 8 }),
    bevel: metal ? 20 : 30,
    swell: metal ? 40 : 52,
    soften: metal ? 2 : 1.6,
    exposure: metal ? 0 : 0.06,
    lift: 14,
    place,
  }
}

const bolt = '<path d="M300 60 176 288h76l-40 164 132-238h-80Z"/>'
const storm: Piece = [
  carved(bolt, 'gold', { x: 356, y: 190, scale: 0.74, turn: 8 }),
  carved(borrowed('peaks'), 'silver', { x: 244, y: 290, scale: 0.96 }),
]

const ground = (seed: string, hue: keyof typeof hues): Ground => ({ width: 300, height: 400, seed, hue: hues[hue] })

const peak = ground('summit-of-storms', 'storm')

const sky = (on: Ground, centre: readonly [number, number], moon: number, rays = 14): Layer =>
  view(on, { part: 'sky', centre, moon, horizon: 0.7, peaks: 10, rays, stars: 30 })

/** No two are composed alike: the hero stands, hangs, lies or fills the tile, in a place of its own. */
export const slotTiles: readonly SceneArtwork[] = [
  tile({
    name: 'tile/summit-of-storms',
    hue: 'storm',
    hero: storm,
    edge: 300,
    y: 172,
    ground: [sky(peak, [200, 90], 0, 0), clouds(peak, { y: 30, tall: 110, count: 4, size: 0.8 })],
    before: [clouds({ ...peak, seed: 'summit-before' }, { y: 236, tall: 40, count: 3, size: 0.9 })],
    title: ['SUMMIT', 'OF STORMS'],
  }),
]
