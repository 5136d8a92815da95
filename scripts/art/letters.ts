/** Letters of a bundled display face as paths, so that pictures need no installed font. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Font, parse as parseFont, Path } from 'opentype.js'

// The package's CommonJS build names its exports at run time, where an import statement cannot see them.
const opentype = createRequire(import.meta.url)('opentype.js') as { parse: typeof parseFont }

export type Weight = 400 | 600 | 700 | 900

const faces = new Map<Weight, Font>()

function face(weight: Weight): Font {
  const loaded = faces.get(weight)
  if (loaded !== undefined) return loaded
  const path = createRequire(import.meta.url).resolve(`@fontsource/cinzel/files/cinzel-latin-${weight}-normal.woff`)
  const bytes = readFileSync(path)
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
  faces.set(weight, font)
  return font
}

export type Lettering = { readonly path: string; readonly width: number }

/**
 * A line of text as path data, its left end at `x` and its baseline at `y`.
 * `size` is the em in the units of the picture, `spacing` is added between letters in the same units.
 */
export function lettering(
  text: string,
  place: { x: number; y: number; size: number; weight?: Weight; spacing?: number },
): Lettering {
  const font = face(place.weight ?? 700)
  const glyphs = font.stringToGlyphs(text)
  const scale = place.size / font.unitsPerEm
  let x = place.x
  let path = ''
  glyphs.forEach((glyph, i) => {
    path += pathData(glyph.getPath(x, place.y, place.size))
    const next = glyphs[i + 1]
    const kern = next === undefined ? 0 : font.getKerningValue(glyph, next) * scale
    x += (glyph.advanceWidth ?? 0) * scale + kern + (next === undefined ? 0 : (place.spacing ?? 0))
  })
  return { path, width: x - place.x }
}

/** Path data as text; the library's own writer drops the separator before short negative numbers. */
function pathData(path: Path): string {
  const n = (value: number) => value.toFixed(2)
  return path.commands
    .map((step) => {
      if (step.type === 'Z') return 'Z'
      const end = `${n(step.x)} ${n(step.y)}`
      if (step.type === 'C') return `C${n(step.x1)} ${n(step.y1)} ${n(step.x2)} ${n(step.y2)} ${end}`
      if (step.type === 'Q') return `Q${n(step.x1)} ${n(step.y1)} ${end}`
      return `${step.type}${end}`
    })
    .join('')
}

/** The same, centred on `x`, as SVG markup. */
export function centred(
  text: string,
  place: { x: number; y: number; size: number; weight?: Weight; spacing?: number },
): string {
  const { width } = lettering(text, place)
  return `<path d="${lettering(text, { ...place, x: place.x - width / 2 }).path}"/>`
}
