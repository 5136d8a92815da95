/**
 * The parts of typefaces that contain the letters of the program's own texts, with those of the first view in a
 * separate file. They are stored in `assets/fonts`; `fonts.ts` names them in style sheets.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { convert } from 'fontverter'
import subsetFont from 'subset-font'

import { digestSources, type FontAsset } from './assets.ts'
import { facesOf } from './font-faces.ts'
import { coreLetters, firstLatinLetters, firstLetters, latinLetters, wonSign } from './font-text.ts'
import { gatherGlyphs, type Slice } from './sfnt.ts'

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const pretendard = 'pretendard/dist/public/variable/PretendardVariable.ttf'
const notoJapanese = '@fontsource-variable/noto-sans-jp'
const notoChinese = '@fontsource-variable/noto-sans-sc'
const weights = { wght: { min: 400, max: 800 } }
const keepFeatures = ['kern', 'tnum', 'case', 'ccmp', 'liga', 'calt', 'locl', 'mark']

/** `pair` is the name of the other half, where a script's letters are cut into two files. */
export type FontCut = {
  readonly name: string
  readonly letters: string
  readonly pair: string | null
  readonly cut: (letters: string) => Promise<Buffer>
}

/** The languages' own names in the picker, which is on every page of every language. */
const languageNames = { ko: '한국어', jp: '日本語', cn: '简体中文' } as const

/** Every file of `assets/fonts`, with exactly the letters that the sources use today. */
export async function fontCuts(): Promise<FontCut[]> {
  const [letters, first] = await Promise.all([coreLetters(), firstLetters()])
  const { ko, jp, cn } = languageNames
  return [
    ...inTwo('latin', latinLetters, firstLatinLetters, cutPretendard),
    ...inTwo('ko', letters.ko, first.ko, cutPretendard),
    ...inTwo('jp', letters.jp, first.jp, (wanted) => gather([{ folder: notoJapanese, letters: wanted }])),
    ...inTwo('cn', letters.cn, first.cn, (wanted) => gather([{ folder: notoChinese, letters: wanted }])),
    { name: 'won', letters: wonSign, pair: null, cut: cutPretendard },
    { name: 'names-ko', letters: ko, pair: null, cut: cutPretendard },
    {
      name: 'names-han',
      letters: jp + cn,
      pair: null,
      cut: () =>
        gather([
          { folder: notoJapanese, letters: jp },
          { folder: notoChinese, letters: cn },
        ]),
    },
  ]
}

function inTwo(script: string, all: string, first: string, cut: FontCut['cut']): FontCut[] {
  const rest = Array.from(all).filter((letter) => !first.includes(letter))
  return [
    { name: `core-${script}`, letters: rest.join(''), pair: `first-${script}`, cut },
    { name: `first-${script}`, letters: first, pair: `core-${script}`, cut },
  ]
}

/**
 * Whether the stored files are sufficient for a cut. Unused letters do no harm: only a missing letter, or a letter of
 * the first view outside the first file, makes a cut and both its halves stale.
 */
export function holdsLetters(
  cut: FontCut,
  cuts: readonly FontCut[],
  kept: Readonly<Record<string, FontAsset | undefined>>,
): boolean {
  const core = cut.name.startsWith('first-') ? cuts.find(({ name }) => name === cut.pair) : cut
  const first = cuts.find(({ name }) => name === core?.pair)
  if (core === undefined || first === undefined) return kept[cut.name]?.letters === cut.letters
  const heldFirst = kept[first.name]?.letters ?? ''
  const held = heldFirst + (kept[core.name]?.letters ?? '')
  const isIn = (letters: string, file: string) => Array.from(letters).every((letter) => file.includes(letter))
  return isIn(first.letters, heldFirst) && isIn(core.letters, held)
}

/** The digest of the sources and packages that cut fonts. */
export async function fontKey(): Promise<string> {
  return await digestSources(
    ['font-cuts.ts', 'sfnt.ts', 'font-faces.ts'],
    ['pretendard', notoJapanese, notoChinese, 'subset-font', 'fontverter'],
  )
}

/** A part of Pretendard, under another name: its licence reserves the name for the whole. */
async function cutPretendard(letters: string): Promise<Buffer> {
  const whole = await readFile(join(modules, pretendard))
  const part = await subsetFont(whole, letters, { targetFormat: 'sfnt', variationAxes: weights, keepFeatures })
  return await convert(renamed(part), 'woff2')
}

function renamed(sfnt: Buffer): Buffer {
  const bytes = Buffer.from(sfnt)
  for (const encoding of ['utf16le', 'latin1'] as const) {
    const from = Buffer.from('Pretendard', encoding)
    const to = Buffer.from('Baize Sans', encoding)
    if (encoding === 'utf16le') {
      from.swap16()
      to.swap16()
    }
    for (let at = bytes.indexOf(from); at !== -1; at = bytes.indexOf(from, at)) to.copy(bytes, at)
  }
  return bytes
}

/** The wanted letters from the slices of one or more packages, as one font. */
async function gather(wanted: readonly { folder: string; letters: string }[]): Promise<Buffer> {
  const out: Slice[] = []
  for (const { folder, letters } of wanted) {
    const left = new Set(Array.from(letters, (letter) => letter.codePointAt(0) ?? 0))
    for (const face of facesOf(await readFile(join(modules, folder, 'wght.css'), 'utf8'))) {
      const inside = new Set([...left].filter((letter) => covers(face.range, letter)))
      if (inside.size === 0) continue
      for (const letter of inside) left.delete(letter)
      out.push({ sfnt: await convert(await readFile(join(modules, folder, face.url)), 'sfnt'), letters: inside })
    }
  }
  return await convert(gatherGlyphs(out), 'woff2')
}

function covers(range: string, letter: number): boolean {
  return range.split(',').some((part) => {
    const [from = '', to = from] = part.slice(2).split('-')
    return letter >= Number.parseInt(from, 16) && letter <= Number.parseInt(to, 16)
  })
}
