import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { SiteLanguage } from '#domain/site-language.ts'

/**
 * The fonts of a PDF statement, from the packages of the site's own fonts. Pretendard has Latin, Hangul and Vietnamese;
 * Han and kana come from the slices of Noto Sans with the letters in use, cut to these letters; digits are Noto's,
 * which all have one width.
 */
export type PrintFont = { name: string; font: Buffer; letters: ReadonlySet<number> | null }

const require = createRequire(import.meta.url)
const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`))
const pretendard = (weight: 'Regular' | 'SemiBold'): string =>
  join(folderOf('pretendard'), `dist/public/static/alternative/Pretendard-${weight}.ttf`)

/** Han, kana and CJK punctuation. */
const isHan = (letter: number): boolean =>
  (letter >= 0x2e80 && letter <= 0x312f) ||
  (letter >= 0x3190 && letter <= 0x9fff) ||
  (letter >= 0xf900 && letter <= 0xfaff) ||
  (letter >= 0xff00 && letter <= 0xffef) ||
  letter >= 0x20000

const figureLetters = "0123456789.,:+-−' "

/**
 * The fonts that a text in this language needs, the more specific first; the last of each weight has all remaining
 * letters.
 */
export async function printFonts(
  text: string,
  language: SiteLanguage,
): Promise<Record<'text' | 'bold' | 'figures', PrintFont[]>> {
  const noto = folderOf(`@fontsource-variable/noto-sans-${language === 'jp' ? 'jp' : 'sc'}`)
  const slices = await slicesOf(noto)
  const wanted = new Set(Array.from(text, (letter) => letter.codePointAt(0) ?? 0).filter(isHan))
  const cut = async (weight: number): Promise<PrintFont[]> => {
    const fonts: PrintFont[] = []
    for (const slice of slices) {
      const letters = new Set([...wanted].filter((letter) => slice.covers(letter)))
      if (letters.size > 0) fonts.push(await cutSlice(slice.path, letters, weight))
    }
    return fonts
  }
  const [han, boldHan] = [await cut(400), await cut(600)]
  const latin = slices.find((slice) => slice.covers('0'.codePointAt(0) ?? 0))
  if (latin === undefined) throw new Error('the font package has no figures')
  const figures = new Set(Array.from(figureLetters, (letter) => letter.codePointAt(0) ?? 0))
  const [regular, bold] = await Promise.all([cutPretendard('Regular', text), cutPretendard('SemiBold', text)])
  return {
    text: [...han, { name: 'text', font: regular, letters: null }],
    bold: [...boldHan, { name: 'bold', font: bold, letters: null }],
    figures: [await cutSlice(latin.path, figures, 450), { name: 'text', font: regular, letters: null }],
  }
}

/**
 * Pretendard with only the letters in use and the kerning: its other layout features would take most of the time, and
 * tables do not need them.
 */
async function cutPretendard(weight: 'Regular' | 'SemiBold', text: string): Promise<Buffer> {
  const whole = await readFile(pretendard(weight))
  return subsetFont(whole, `${text}${figureLetters}/·…`, { targetFormat: 'sfnt', keepFeatures: ['kern'] })
}

async function cutSlice(path: string, letters: ReadonlySet<number>, weight: number): Promise<PrintFont> {
  const font = await subsetFont(await readFile(path), String.fromCodePoint(...letters), {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight },
    keepFeatures: ['kern'],
  })
  return { name: `${path} ${weight}`, font, letters }
}

type Slice = { path: string; covers: (letter: number) => boolean }

async function slicesOf(folder: string): Promise<Slice[]> {
  const css = await readFile(join(folder, 'wght.css'), 'utf8')
  return [...css.matchAll(/url\(([^)]+)\)[^}]*?unicode-range:\s*([^;]+);/gu)].map(([, url = '', range = '']) => {
    const spans = range.split(',').map((part) => {
      const [from = '', to = from] = part.trim().slice(2).split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
    })
    return {
      path: join(folder, url),
      covers: (letter) => spans.some(([from, to]) => letter >= from && letter <= to),
    }
  })
}
