/**
 * The type of each locale: one style sheet of a few kilobytes that every page holds, naming files with exactly the
 * letters the house writes, those of a first sight apart from the rest, which is fetched where it is seen; and a sheet for each script, of the packages' own slices, for whatever
 * members and operators write. A page links its own script's when it is idle, another's when it sees such letters, so
 * that no text needs a face of the reader's system. Files carry their content's hash.
 */

import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { convert } from 'fontverter'
import subsetFont from 'subset-font'

import type { ArtFonts } from '../../src/domain/art-manifest.ts'
import { fallbackFaces } from './font-metrics.ts'
import { coreLetters, firstLatinLetters, firstLetters, latinLetters } from './font-text.ts'
import { gatherGlyphs } from './sfnt.ts'
import type { Slice } from './sfnt.ts'

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const pretendard = 'pretendard/dist/public/variable/PretendardVariable.ttf'
const pretendardSlices = 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
const weights = { wght: { min: 400, max: 800 } }
const keepFeatures = ['kern', 'tnum', 'case', 'ccmp', 'liga', 'calt', 'locl', 'mark']

const hangulRange = 'U+1100-11FF,U+3130-318F,U+A960-A97F,U+AC00-D7FF'
const hanRange = 'U+2E80-2FDF,U+3000-312F,U+3190-4DBF,U+4E00-9FFF,U+F900-FAFF,U+FF00-FFEF'

/** The sources and packages whose change makes the files stale. */
const makers = ['fonts.ts', 'sfnt.ts', 'font-text.ts', 'font-metrics.ts']
const packages = [
  'pretendard',
  '@fontsource-variable/noto-sans-jp',
  '@fontsource-variable/noto-sans-sc',
  '@fontsource/be-vietnam-pro',
  'subset-font',
  'fontverter',
]

/** Faces of one family must agree in their weights: a browser chooses by weight first, and only then by range. */
type Face = { family: string; file: string; weight: string; range?: string }
type Press = {
  /** Makes a file, or finds the one made before from the same ingredients; answers its address. */
  readonly file: (name: string, ingredients: string, make: () => Promise<Buffer>) => Promise<string>
  /** Takes a package's file as it is. */
  readonly copy: (name: string, path: string) => Promise<string>
  readonly sheet: (name: string, css: string) => Promise<string>
}

export type FontEntries = Readonly<Record<string, ArtFonts | string>>

/** The sheets for letters the house itself does not write, each a family of its own. */
const scripts = {
  hangul: { family: 'Baize Hangul', sheet: pretendardSlices },
  kana: { family: 'Baize Kana', sheet: '@fontsource-variable/noto-sans-jp/wght.css' },
  han: { family: 'Baize Han', sheet: '@fontsource-variable/noto-sans-sc/wght.css' },
} as const
type Script = keyof typeof scripts
/** The script whose letters a locale's own texts are written in, where the Latin file does not hold them. */
const ownScript: Readonly<Record<string, Script>> = { ko: 'hangul', jp: 'kana', cn: 'han' }
/** The order in which the scripts are asked for a letter. */
const scriptsOf: Readonly<Record<string, readonly Script[]>> = {
  ko: ['hangul', 'kana', 'han'],
  en: ['hangul', 'kana', 'han'],
  vn: ['hangul', 'kana', 'han'],
  jp: ['kana', 'han', 'hangul'],
  cn: ['han', 'kana', 'hangul'],
}

/** Writes everything below `outDir` (the art's `fonts` folder) and answers the manifest's `fonts/…` entries. */
export async function buildFonts(outDir: string): Promise<FontEntries> {
  await mkdir(outDir, { recursive: true })
  const { press, finish } = await openPress(outDir)
  const [letters, first] = await Promise.all([coreLetters(), firstLetters()])
  const latin = await inTwo(press, 'latin', { letters: latinLetters, first: firstLatinLetters }, cut)
  const hangul = await inTwo(press, 'ko', { letters: letters.ko, first: first.ko, range: hangulRange }, cut)
  const names = await nameFaces(press)
  const korean = hangul.map((face) => ({ ...face, family: 'Baize Korean' }))
  const sheets = await scriptSheets(press, korean)
  const build = async (locale: string, faces: readonly Face[], preload: readonly string[]) =>
    await writeLocale(press, locale, [...faces, ...names], preload, sheets)
  const entries = {
    'fonts/ko': await build('ko', [...latin, ...hangul], [latin[1].file, hangul[1].file]),
    'fonts/en': await build('en', latin, [latin[1].file]),
    'fonts/jp': await han(press, build, { locale: 'jp', letters: letters.jp, first: first.jp, latin }),
    'fonts/cn': await han(press, build, { locale: 'cn', letters: letters.cn, first: first.cn, latin }),
    'fonts/vn': await vietnamese(press, build, latin),
    ...Object.fromEntries(Object.entries(sheets).map(([script, url]) => [`letters/${script}`, url])),
  }
  await finish()
  return entries
}

type Sheets = Readonly<Record<Script, string>>

/** Korean begins with the files the Korean pages have anyway: most names are written with their letters. */
async function scriptSheets(press: Press, korean: readonly Face[]): Promise<Sheets> {
  const made = Object.entries(scripts).map(async ([script, { family, sheet }]) => {
    const faces = [...(script === 'hangul' ? korean : []), ...(await slices(press, family, sheet))]
    return [script, await press.sheet(script, faces.map(ruleOf).join(''))] as const
  })
  return Object.fromEntries(await Promise.all(made)) as Sheets
}

type Build = (locale: string, faces: readonly Face[], preload: readonly string[]) => Promise<ArtFonts>

/** What is seldom shown, then what a first sight shows: of two faces for a letter the later one serves it. */
type InTwo = readonly [rest: Face, first: Face]

/** Cuts letters into two files; `range` is where the seldom ones lie, by default exactly at themselves. */
async function inTwo(
  press: Press,
  name: string,
  of: { letters: string; first: string; range?: string },
  make: (letters: string) => Promise<Buffer>,
): Promise<InTwo> {
  const rest = Array.from(of.letters)
    .filter((letter) => !of.first.includes(letter))
    .join('')
  const face = async (part: string, letters: string, range: string): Promise<Face> => {
    const file = await press.file(`${part}-${name}`, letters, () => make(letters))
    return { family: 'Baize', file, weight: '400 800', range }
  }
  return [await face('core', rest, of.range ?? rangeOf(rest)), await face('first', of.first, rangeOf(of.first))]
}

async function han(
  press: Press,
  build: Build,
  of: { locale: 'jp' | 'cn'; letters: string; first: string; latin: InTwo },
): Promise<ArtFonts> {
  const folder = `@fontsource-variable/noto-sans-${of.locale === 'jp' ? 'jp' : 'sc'}`
  const own = await inTwo(press, of.locale, { ...of, range: hanRange }, (letters) => gather([{ folder, letters }]))
  return await build(of.locale, [...of.latin, ...own], [of.latin[1].file, own[1].file])
}

async function vietnamese(press: Press, build: Build, latin: InTwo): Promise<ArtFonts> {
  const faces: Face[] = []
  const preload: string[] = []
  const css = await readFile(join(modules, '@fontsource/be-vietnam-pro/400.css'), 'utf8')
  for (const subset of ['latin-ext', 'latin', 'vietnamese']) {
    const range = new RegExp(`pro-${subset}-400-normal \\*/[^}]*unicode-range: ([^;]+);`, 'u').exec(css)?.[1] ?? ''
    for (const [weight, span] of [
      ['400', '400 500'],
      ['600', '600'],
      ['700', '700 800'],
    ] as const) {
      const path = `@fontsource/be-vietnam-pro/files/be-vietnam-pro-${subset}-${weight}-normal.woff2`
      const file = await press.copy(`vn-${subset}-${weight}`, path)
      faces.push({ family: 'Baize', file, weight: span, range })
      if (subset !== 'latin-ext' && weight !== '600') preload.push(file)
    }
  }
  // Currency and arrows that this typeface lacks come from the Latin of the others.
  const signs: Face[] = [
    { ...latin[0], family: 'Baize Signs', range: 'U+20A0-20CF,U+2190-2BFF' },
    { ...latin[1], family: 'Baize Signs', range: 'U+20A9' },
  ]
  return await build('vn', [...faces, ...signs], preload)
}

/** The languages' own names in the picker, which stand on every page whatever its language. */
async function nameFaces(press: Press): Promise<Face[]> {
  const [ko, jp, cn] = ['한국어', '日本語', '简体中文']
  const hangul = await press.file('names-ko', ko, () => cut(ko))
  const chinese = await press.file('names-han', jp + cn, () =>
    gather([
      { folder: '@fontsource-variable/noto-sans-jp', letters: jp },
      { folder: '@fontsource-variable/noto-sans-sc', letters: cn },
    ]),
  )
  return [
    { family: 'Baize Names', file: hangul, weight: '400 800', range: rangeOf(ko) },
    { family: 'Baize Names', file: chinese, weight: '400 800', range: rangeOf(jp + cn) },
  ]
}

/** A part of Pretendard, under another name: its licence reserves the name for the whole. */
async function cut(letters: string): Promise<Buffer> {
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

/** The wanted letters out of the slices of one or more packages, as one font. */
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

async function slices(press: Press, family: string, sheet: string): Promise<Face[]> {
  const folder = sheet.slice(0, sheet.lastIndexOf('/'))
  const faces = facesOf(await readFile(join(modules, sheet), 'utf8'))
  return await Promise.all(
    faces.map(async (face) => ({
      family,
      file: await press.copy(`more-${face.url.replace(/^.*\//u, '').replace(/\.woff2$/u, '')}`, join(folder, face.url)),
      weight: '400 800',
      range: face.range,
    })),
  )
}

function facesOf(css: string): { url: string; range: string }[] {
  return [...css.matchAll(/url\(([^)]+)\)[^}]*?unicode-range:\s*([^;]+);/gu)].map(([, url = '', range = '']) => ({
    url,
    range: range.replaceAll(/\s/gu, ''),
  }))
}

function covers(range: string, letter: number): boolean {
  return range.split(',').some((part) => {
    const [from = '', to = from] = part.slice(2).split('-')
    return letter >= Number.parseInt(from, 16) && letter <= Number.parseInt(to, 16)
  })
}

/** The letters as a `unicode-range`, neighbours as one span. */
function rangeOf(letters: string): string {
  const spans: [from: number, to: number][] = []
  for (const code of Array.from(letters, (letter) => letter.codePointAt(0) ?? 0).toSorted((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last !== undefined && code <= last[1] + 1) last[1] = code
    else spans.push([code, code])
  }
  const hex = (code: number) => code.toString(16)
  return spans.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(',')
}

function ruleOf(face: Face): string {
  const range = face.range === undefined ? '' : `;unicode-range:${face.range}`
  return `@font-face{font-family:"${face.family}";font-weight:${face.weight};font-display:swap;src:url(${face.file})format("woff2")${range}}`
}

async function writeLocale(
  press: Press,
  locale: string,
  faces: readonly Face[],
  preload: readonly string[],
  sheets: Sheets,
): Promise<ArtFonts> {
  const fallback = fallbackFaces[locale] ?? { css: '', families: [] }
  const others = (scriptsOf[locale] ?? []).flatMap((script) => [
    ...(script === 'hangul' && locale !== 'ko' ? ['Baize Korean'] : []),
    scripts[script].family,
  ])
  const family = ['Baize', 'Baize Names', ...others, 'Baize Signs', ...fallback.families]
    .map((name) => `"${name}"`)
    .join(',')
  const css = `${faces.map(ruleOf).join('')}${fallback.css}:root{--family:${family},system-ui,sans-serif}`
  const own = ownScript[locale]
  return {
    css: await press.sheet(locale, css),
    more: own === undefined ? null : sheets[own],
    preload,
    family: `${family},system-ui,sans-serif`,
    bytes: css.length,
  }
}

type Made = Record<string, { key: string; file: string } | undefined>

async function openPress(outDir: string): Promise<{ press: Press; finish: () => Promise<void> }> {
  const maker = await makerDigest()
  const before: Made = await readFile(join(outDir, 'cache.json'), 'utf8').then(
    (text) => JSON.parse(text) as Made,
    () => ({}),
  )
  const present = new Set(await readdir(outDir))
  const made: Made = {}
  const keep = async (name: string, key: string, extension: string, make: () => Promise<Buffer>) => {
    const known = before[name]
    let file = known?.key === key && present.has(known.file) ? known.file : undefined
    if (file === undefined) {
      const bytes = await make()
      file = `${name}.${digest(bytes)}.${extension}`
      await writeFile(join(outDir, file), bytes)
    }
    made[name] = { key, file }
    return `/art/fonts/${file}`
  }
  return {
    press: {
      file: async (name, ingredients, make) => await keep(name, digest(maker + ingredients), 'woff2', make),
      copy: async (name, path) => await keep(name, digest(maker + path), 'woff2', () => readFile(join(modules, path))),
      sheet: async (name, css) => await keep(name, digest(css), 'css', async () => Buffer.from(css)),
    },
    finish: async () => {
      const wanted = new Set(['cache.json', ...Object.values(made).map((one) => one?.file)])
      const strays = (await readdir(outDir)).filter((name) => !wanted.has(name.replace(/\.(br|gz|zst)$/u, '')))
      await Promise.all(strays.map((name) => rm(join(outDir, name), { force: true })))
      await writeFile(join(outDir, 'cache.json'), JSON.stringify(made))
    },
  }
}

async function makerDigest(): Promise<string> {
  const here = fileURLToPath(new URL('.', import.meta.url))
  const sources = makers.map((name) => readFile(join(here, name), 'utf8'))
  const versions = packages.map(async (name) => {
    const { version } = JSON.parse(await readFile(join(modules, name, 'package.json'), 'utf8')) as { version: string }
    return `${name}@${version}`
  })
  return digest((await Promise.all([...sources, ...versions])).join('\n'))
}

function digest(of: string | Uint8Array): string {
  return createHash('sha256').update(of).digest('hex').slice(0, 10)
}
