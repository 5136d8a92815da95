/**
 * Writes `outlines.json`: the outlines of the letters that titles and words of machines need in other scripts than
 * Cinzel's. Run it when such a text gets a new letter:
 *
 *   node scripts/art/cut-outlines.ts <folder>
 *
 * The folder contains the unpacked packages noto-serif-kr, noto-serif-jp, noto-serif-sc and playfair-display of
 * @fontsource (5.3.0). They are no dependencies, because together they weigh 260 MB.
 */

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import type { Font, parse as parseFont } from 'opentype.js'

import { pathData } from './letters.ts'
import { sharedWords, type Script, type Title } from './words.ts'

const opentype = createRequire(import.meta.url)('opentype.js') as { parse: typeof parseFont }

const packages: Readonly<Record<Script, string>> = {
  ko: 'noto-serif-kr',
  jp: 'noto-serif-jp',
  cn: 'noto-serif-sc',
  vn: 'playfair-display',
}

/** Letters are drawn at this size, the baseline at 0. */
const em = 1000

type Outline = { readonly width: number; readonly path: string }

async function cut(folder: string, letters: ReadonlySet<string>): Promise<Record<string, Outline>> {
  const files = (await readdir(join(folder, 'package/files'))).filter((name) => name.endsWith('-900-normal.woff'))
  const found = new Map<string, Outline>()
  for (const name of files.toSorted()) {
    const bytes = await readFile(join(folder, 'package/files', name))
    const font: Font = opentype.parse(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    )
    for (const letter of letters) {
      if (found.has(letter) || font.charToGlyphIndex(letter) === 0) continue
      const glyph = font.charToGlyph(letter)
      found.set(letter, {
        width: Math.round(((glyph.advanceWidth ?? 0) / font.unitsPerEm) * em),
        path: pathData(glyph.getPath(0, 0, em), 0),
      })
    }
  }
  const missing = [...letters].filter((letter) => !found.has(letter))
  if (missing.length > 0) throw new Error(`${folder} lacks ${missing.join('')}`)
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const [folder = '.'] = process.argv.slice(2)
const codes = await readdir(new URL('machines', import.meta.url))
const reading = codes.map(async (code) => ((await import(`./machines/${code}/title.ts`)) as { title: Title }).title)
const titles = await Promise.all(reading)
const scripts = Object.keys(packages) as Script[]
const cuts = await Promise.all(
  scripts.map(async (script) => [script, await cut(join(folder, packages[script]), lettersOf(script))] as const),
)
await writeFile(new URL('outlines.json', import.meta.url), `${JSON.stringify(Object.fromEntries(cuts), null, 2)}\n`)

function lettersOf(script: Script): Set<string> {
  const words = [...sharedWords.map((texts) => texts[script]), ...titles.flatMap((title) => title[script])]
  return new Set(words.join('').replaceAll(' ', ''))
}
