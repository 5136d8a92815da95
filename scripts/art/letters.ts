/**
 * Letters of display faces as paths, so that pictures need no installed font: Cinzel from its package, other scripts
 * from `outlines.json`, which `cut-outlines.ts` writes.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Font, parse as parseFont, Path } from 'opentype.js'

import type { PictureLocale, Script } from './words.ts'

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
export function pathData(path: Path, digits = 2): string {
  const n = (value: number) => value.toFixed(digits)
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

type Outline = { readonly width: number; readonly path: string }

let outlines: Readonly<Record<Script, Readonly<Record<string, Outline | undefined>>>> | undefined

/**
 * A word in the display face of a language, centred on `x`, as SVG markup. It is made narrower where it would be wider
 * than `most`. Throws for a letter that `outlines.json` lacks.
 */
export function centredWord(
  text: string,
  locale: PictureLocale,
  place: { x: number; y: number; size: number; most: number; spacing?: number },
): string {
  if (locale === 'en') {
    const { width } = lettering(text, { ...place, weight: 900 })
    const size = place.size * Math.min(1, place.most / width)
    return centred(text, { ...place, size, weight: 900, y: place.y - (place.size - size) * 0.35 })
  }
  outlines ??= JSON.parse(readFileSync(new URL('outlines.json', import.meta.url), 'utf8')) as NonNullable<
    typeof outlines
  >
  const face = outlines[locale]
  let x = 0
  let markup = ''
  for (const letter of text) {
    const outline = face[letter]
    if (outline === undefined && letter !== ' ')
      throw new Error(`scripts/art/outlines.json lacks "${letter}": run cut-outlines.ts`)
    if (outline !== undefined) markup += `<path transform="translate(${x} 0)" d="${outline.path}"/>`
    x += (outline?.width ?? (locale === 'vn' ? 260 : 330)) + (place.spacing ?? 0)
  }
  const width = x - (place.spacing ?? 0)
  const scale = Math.min(place.size, (place.most / width) * 1000) / 1000
  const left = place.x - (width * scale) / 2
  const y = place.y - (place.size - scale * 1000) * 0.35
  return `<g transform="translate(${left.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)})">${markup}</g>`
}
