/**
 * Carves a silhouette: a mask becomes a height field, the height field a surface under the lights of a
 * small studio (one large soft box up left, a strip at the right, a dark horizon, a warm floor), the
 * surface a picture. Computed here, a pixel at a time, because vector lighting filters have neither
 * reflections nor a gilt edge around an enamel field, and cost ten times as much.
 */

import { rampTable } from './materials.ts'
import type { Material } from './materials.ts'
import { blur, distanceInside, emptyField, emptyPicture } from './picture.ts'
import type { Colour, Field, Picture } from './picture.ts'

/** Lengths are in the 512-unit box of the silhouettes. */
export type Carving = {
  readonly body: Material
  /** A rounded wire of metal along every edge: cloisonné. */
  readonly edge?: { readonly material: Material; readonly width: number }
  /** Radius of the rounding at the edge. */
  readonly bevel: number
  /** How far the whole form swells, as a height. */
  readonly swell: number
  /** Straight chisel slopes instead of a round bevel: for letters. */
  readonly chisel?: boolean
  /** Smoothing of the surface; the larger, the softer the highlights. */
  readonly soften?: number
  /** Light added or taken evenly. */
  readonly exposure?: number
  /** Other materials over the body, each where its field covers: the patches of a fish, the blush of a petal. */
  readonly zones?: readonly { readonly field: Field; readonly material: Material }[]
  /** Raises and lowers the surface, in the 512-unit box: scales, veins, folds. */
  readonly tooling?: Field
  /** The colour of a light behind the piece, seen along the edges that face right and down. */
  readonly rim?: Colour
  /** Pixels a unit of the 512-unit box. */
  readonly scale: number
  /** Where the mask lies on the board and the board's edge, in pixels: light falls off across the whole board. */
  readonly left: number
  readonly up: number
  readonly board: number
}

/** Carves the shape that a mask covers. The mask needs an empty border of a pixel where the shape ends. */
export function carve(mask: Field, carving: Carving): Picture {
  const distance = distanceInside(mask)
  const height = surface(mask, distance, carving, carving.scale)
  return shade(mask, distance, height, carving, carving.scale)
}

function surface(mask: Field, distance: Field, carving: Carving, scale: number): Field {
  const { width, height } = mask
  const wide = carving.swell > 0 ? blur(mask, 30 * scale) : mask
  const middle = carving.swell > 0 ? blur(mask, 12 * scale) : mask
  const wire = (carving.edge?.width ?? 0) * scale
  const bevel = Math.max(1, carving.bevel * scale)
  const swell = carving.swell * scale
  const out = emptyField(width, height)
  for (let i = 0; i < out.data.length; i += 1) {
    const d = distance.data[i] as number
    if (d <= 0) continue
    const dome = swell * ((wide.data[i] as number) * 0.62 + (middle.data[i] as number) * 0.38)
    if (d < wire) {
      const across = d / wire - 0.5
      out.data[i] = dome + wire * 0.95 * Math.sqrt(Math.max(0, 0.25 - across * across)) * 2
    } else {
      out.data[i] = dome + slope(d - wire, bevel, carving.chisel === true) - wire * 0.25
    }
  }
  const surfaced = blur(out, Math.max(0.7, (carving.soften ?? 1.6) * scale))
  const tooling = carving.tooling?.data
  if (tooling === undefined) return surfaced
  for (let i = 0; i < surfaced.data.length; i += 1) {
    surfaced.data[i] = (surfaced.data[i] as number) + (tooling[i] as number) * scale
  }
  return surfaced
}

function slope(d: number, bevel: number, chisel: boolean): number {
  if (chisel) return Math.min(d, bevel) * 0.85
  if (d >= bevel) return bevel * 0.8
  const left = 1 - d / bevel
  return bevel * 0.8 * Math.sqrt(1 - left * left)
}

/** A material made ready for the pixels: its colours, and how it takes the light. */
type Paint = {
  readonly table: Float32Array
  readonly isMetal: boolean
  readonly coat: number
  readonly cover: Float32Array | null
}

function paintOf(material: Material, cover: Float32Array | null = null): Paint {
  return {
    table: rampTable(material.ramp),
    isMetal: material.kind === 'metal',
    coat: material.kind === 'enamel' ? material.coat : 0,
    cover,
  }
}

/** The part of the surface that one pixel shows. */
type Facet = { nx: number; ny: number; nz: number; place: number; exposure: number; shadow: number }

function shade(mask: Field, distance: Field, relief: Field, carving: Carving, scale: number): Picture {
  const { width, height } = mask
  const out = emptyPicture(width, height)
  const around = blur(relief, 10 * scale)
  const body = paintOf(carving.body)
  const zones = (carving.zones ?? []).map(({ field, material }) => paintOf(material, field.data))
  const wire = (carving.edge?.width ?? 0) * scale
  const edge = carving.edge === undefined ? body : paintOf(carving.edge.material)
  const facet: Facet = { nx: 0, ny: 0, nz: 1, place: 0, exposure: carving.exposure ?? 0, shadow: 1 }
  const surfaceData = relief.data
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x
      const alpha = mask.data[i] as number
      if (alpha < 0.004) continue
      const left = surfaceData[x > 0 ? i - 1 : i] as number
      const right = surfaceData[x < width - 1 ? i + 1 : i] as number
      const above = surfaceData[y > 0 ? i - width : i] as number
      const below = surfaceData[y < height - 1 ? i + width : i] as number
      const dx = (left - right) * 0.5
      const dy = (above - below) * 0.5
      facet.nz = 1 / Math.sqrt(dx * dx + dy * dy + 1)
      facet.nx = dx * facet.nz
      facet.ny = dy * facet.nz
      const hollow = Math.max(0, (around.data[i] as number) - (surfaceData[i] as number)) / (14 * scale)
      facet.shadow = 1 - Math.min(0.55, hollow * 0.5)
      // Light falls off across the whole piece, so that a flat plateau is never one flat colour.
      facet.place = 0.5 - ((x + carving.left) * 0.35 + (y + carving.up) * 0.65) / carving.board
      const d = distance.data[i] as number
      const onEdge = wire > 0 ? Math.min(1, Math.max(0, wire + 0.5 - d)) : 0
      const at = i * 4
      if (onEdge < 1) lay(out.data, at, body, facet, 1)
      if (onEdge < 1) {
        for (const zone of zones) {
          const cover = (zone.cover?.[i] ?? 0) as number
          if (cover > 0.004) lay(out.data, at, zone, facet, cover)
        }
      }
      if (onEdge > 0) lay(out.data, at, edge, facet, onEdge)
      if (carving.rim !== undefined) addRim(out.data, at, carving.rim, facet)
      for (let channel = 0; channel < 3; channel += 1) {
        out.data[at + channel] = (out.data[at + channel] as number) * alpha
      }
      out.data[at + 3] = alpha
    }
  }
  return out
}

/** Covers the pixel with a share of the lit material. */
function lay(data: Float32Array, at: number, paint: Paint, facet: Facet, share: number): void {
  const { nx, ny, nz } = facet
  const light = paint.isMetal ? metalLight(nx, ny, nz) : enamelLight(nx, ny, nz)
  const from = tableIndex(
    (light + facet.place * (paint.isMetal ? 0.3 : 0.42) + facet.exposure) * facet.shadow,
    paint.table,
  )
  const coat = paint.coat > 0 ? coatLight(nx, ny, nz) * paint.coat : 0
  for (let channel = 0; channel < 3; channel += 1) {
    const lit = (paint.table[from + channel] as number) * (1 - coat) + coat
    data[at + channel] = (data[at + channel] as number) * (1 - share) + lit * share
  }
}

function addRim(data: Float32Array, at: number, tint: Colour, { nx, ny, nz }: Facet): void {
  const light = smooth(0.3, 0.85, nx * 0.78 + ny * 0.62) * (1 - nz * 0.5)
  for (let channel = 0; channel < 3; channel += 1) {
    const was = data[at + channel] as number
    data[at + channel] = was + (1 - was) * light * (tint[channel] as number)
  }
}

function tableIndex(light: number, table: Float32Array): number {
  const last = table.length / 3 - 1
  const index = Math.round((light / 1.25) * last)
  return (index < 0 ? 0 : index > last ? last : index) * 3
}

/** What a mirror with this normal sees of the studio, seen straight from above. */
function metalLight(nx: number, ny: number, nz: number): number {
  const rx = 2 * nz * nx
  const ry = 2 * nz * ny
  const rz = 2 * nz * nz - 1
  const up = -ry
  const sky = 0.53 + 0.21 * up
  const below = (up + 0.34) / 0.26
  const horizon = 0.3 * Math.exp(-below * below)
  const floor = 0.22 * smooth(-0.45, -0.95, up)
  const key = 0.62 * smooth(0.7, 0.97, rx * -0.45 + ry * -0.62 + rz * 0.643)
  const strip = 0.3 * smooth(0.78, 0.98, rx * 0.84 + ry * 0.1 + rz * 0.53)
  const flank = 0.2 * smooth(0.2, 0.9, rx)
  return sky - horizon + floor + key + strip - flank
}

function enamelLight(nx: number, ny: number, nz: number): number {
  const lit = nx * -0.5 + ny * -0.62 + nz * 0.6
  // Light that entered on the lit side leaves on the other: what makes enamel and jade glow.
  const through = Math.max(0, nx * 0.5 + ny * 0.62) * 0.28
  return 0.08 + 0.66 * Math.max(0, lit) + through
}

function coatLight(nx: number, ny: number, nz: number): number {
  const rx = 2 * nz * nx
  const ry = 2 * nz * ny
  const rz = 2 * nz * nz - 1
  const key = smooth(0.86, 0.985, rx * -0.42 + ry * -0.6 + rz * 0.68)
  const strip = 0.45 * smooth(0.9, 0.99, rx * 0.8 + ry * 0.3 + rz * 0.52)
  const grazing = Math.pow(1 - nz, 3) * 0.6
  return Math.min(1, key + strip + grazing)
}

function smooth(from: number, to: number, value: number): number {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return part * part * (3 - 2 * part)
}
