/**
 * The fonts of each locale: one style sheet of a few kilobytes that every page contains, with the files cut to the
 * letters of the program's own texts; and a style sheet for each script, with the packages' own slices, for texts of
 * members and operators. A page links the style sheet of its own script when it is idle, and another one when it shows
 * such letters, so that no text needs a system font. File names contain the hash of their content.
 */

import { mkdir, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { ArtFonts } from '../../src/domain/art-manifest.ts'
import { assetsFolder, digest, exists, writeWhole, type AssetsManifest } from './assets.ts'
import { facesOf } from './font-faces.ts'
import { fallbackFaces } from './font-metrics.ts'

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const pretendardSlices = 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'

const hangulRange = 'U+1100-11FF,U+3130-318F,U+A960-A97F,U+AC00-D7FF'
const hanRange = 'U+2E80-2FDF,U+3000-312F,U+3190-4DBF,U+4E00-9FFF,U+F900-FAFF,U+FF00-FFEF'

/** Faces of one family must agree in their weights: a browser chooses by weight first, and only then by range. */
type Face = { family: string; file: string; weight: string; range?: string }
/** Each returns the path of the file in the output folder. */
type Output = {
  /** Copies a cut font of `assets/`. */
  readonly cut: (name: string) => Promise<{ file: string; letters: string }>
  /** Copies a package's file. */
  readonly copy: (name: string, path: string) => Promise<string>
  readonly sheet: (name: string, css: string) => Promise<string>
}

export type FontEntries = Readonly<Record<string, ArtFonts | string>>

/** The style sheets for letters outside the program's own texts, each with a family of its own. */
const scripts = {
  hangul: { family: 'Baize Hangul', sheet: pretendardSlices },
  kana: { family: 'Baize Kana', sheet: '@fontsource-variable/noto-sans-jp/wght.css' },
  han: { family: 'Baize Han', sheet: '@fontsource-variable/noto-sans-sc/wght.css' },
} as const
type Script = keyof typeof scripts
/** The script of a locale's own texts, where the Latin file does not contain its letters. */
const ownScript: Readonly<Record<string, Script>> = { ko: 'hangul', jp: 'kana', cn: 'han' }
/** The order in which the scripts are tried for a letter. */
const scriptsOf: Readonly<Record<string, readonly Script[]>> = {
  ko: ['hangul', 'kana', 'han'],
  en: ['hangul', 'kana', 'han'],
  vn: ['hangul', 'kana', 'han'],
  jp: ['kana', 'han', 'hangul'],
  cn: ['han', 'kana', 'hangul'],
}

/** Writes everything below `outDir` (the art's `fonts` folder) and returns the manifest's `fonts/…` entries. */
export async function writeFonts(assets: AssetsManifest, outDir: string): Promise<FontEntries> {
  await mkdir(outDir, { recursive: true })
  const { output, finish } = openOutput(assets, outDir)
  const latin = await inTwo(output, 'latin')
  const hangul = await inTwo(output, 'ko', hangulRange)
  const names = await nameFaces(output)
  const korean = hangul.map((face) => ({ ...face, family: 'Baize Korean' }))
  const sheets = await scriptSheets(output, korean)
  const write = async (locale: string, faces: readonly Face[], preload: readonly string[]) =>
    await writeLocale(output, locale, [...faces, ...names], preload, sheets)
  const han = async (locale: 'jp' | 'cn') => {
    const own = await inTwo(output, locale, hanRange)
    return await write(locale, [...latin, ...own], [latin[1].file, own[1].file])
  }
  const entries = {
    'fonts/ko': await write('ko', [...latin, ...hangul], [latin[1].file, hangul[1].file]),
    'fonts/en': await write('en', latin, [latin[1].file]),
    'fonts/jp': await han('jp'),
    'fonts/cn': await han('cn'),
    'fonts/vn': await vietnamese(output, write, latin),
    ...Object.fromEntries(Object.entries(sheets).map(([script, url]) => [`letters/${script}`, url])),
  }
  await finish()
  return entries
}

type Sheets = Readonly<Record<Script, string>>

/** Korean starts with the files that Korean pages load anyway, because most names use their letters. */
async function scriptSheets(output: Output, korean: readonly Face[]): Promise<Sheets> {
  const made = Object.entries(scripts).map(async ([script, { family, sheet }]) => {
    const faces = [...(script === 'hangul' ? korean : []), ...(await slices(output, family, sheet))]
    return [script, await output.sheet(script, faces.map(ruleOf).join(''))] as const
  })
  return Object.fromEntries(await Promise.all(made)) as Sheets
}

type Write = (locale: string, faces: readonly Face[], preload: readonly string[]) => Promise<ArtFonts>

/** The rare letters, then those of the first view: of two faces for a letter, the later one is used. */
type InTwo = readonly [rest: Face, first: Face]

/** A script's two files; `range` is the range of the rare letters, by default exactly these letters. */
async function inTwo(output: Output, script: string, range?: string): Promise<InTwo> {
  const [core, first] = [await output.cut(`core-${script}`), await output.cut(`first-${script}`)]
  const face = (file: string, within: string): Face => ({ family: 'Baize', file, weight: '400 800', range: within })
  return [face(core.file, range ?? rangeOf(core.letters)), face(first.file, rangeOf(first.letters))]
}

async function vietnamese(output: Output, write: Write, latin: InTwo): Promise<ArtFonts> {
  const faces: Face[] = []
  const preload: string[] = []
  const css = await readFile(join(modules, '@fontsource/be-vietnam-pro/400.css'), 'utf8')
  for (const subset of ['latin-ext', 'latin', 'vietnamese']) {
    const named = new RegExp(`pro-${subset}-400-normal \\*/[^}]*unicode-range: ([^;]+);`, 'u').exec(css)?.[1] ?? ''
    // The range names the won sign, which the file lacks.
    const range = named.replace('U+20A0-20AB', 'U+20A0-20A8,U+20AA-20AB')
    // Two weights: a third one would be 34 KiB more for the first view.
    for (const [weight, span] of [
      ['400', '400 500'],
      ['600', '600 800'],
    ] as const) {
      const path = `@fontsource/be-vietnam-pro/files/be-vietnam-pro-${subset}-${weight}-normal.woff2`
      const file = await output.copy(`vn-${subset}-${weight}`, path)
      faces.push({ family: 'Baize', file, weight: span, range })
      if (subset !== 'latin-ext') preload.push(file)
    }
  }
  // Currency and arrows that this typeface lacks come from the Latin of the others.
  const won = await output.cut('won')
  const signs: Face[] = [
    { ...latin[0], family: 'Baize Signs', range: 'U+20A0-20CF,U+2190-2BFF' },
    { ...latin[0], family: 'Baize Signs', file: won.file, range: rangeOf(won.letters) },
  ]
  return await write('vn', [...faces, ...signs], preload)
}

async function nameFaces(output: Output): Promise<Face[]> {
  return await Promise.all(
    ['names-ko', 'names-han'].map(async (name) => {
      const { file, letters } = await output.cut(name)
      return { family: 'Baize Names', file, weight: '400 800', range: rangeOf(letters) }
    }),
  )
}

async function slices(output: Output, family: string, sheet: string): Promise<Face[]> {
  const folder = sheet.slice(0, sheet.lastIndexOf('/'))
  const faces = facesOf(await readFile(join(modules, sheet), 'utf8'))
  return await Promise.all(
    faces.map(async (face) => ({
      family,
      file: await output.copy(
        `more-${face.url.replace(/^.*\//u, '').replace(/\.woff2$/u, '')}`,
        join(folder, face.url),
      ),
      weight: '400 800',
      range: face.range,
    })),
  )
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
  output: Output,
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
    css: await output.sheet(locale, css),
    more: own === undefined ? null : sheets[own],
    preload,
    family: `${family},system-ui,sans-serif`,
    bytes: css.length,
  }
}

function openOutput(assets: AssetsManifest, outDir: string): { output: Output; finish: () => Promise<void> } {
  const written = new Set<string>()
  const write = async (file: string, bytes: Buffer) => {
    written.add(file)
    if (!(await exists(join(outDir, file)))) await writeWhole(join(outDir, file), bytes)
    return `/art/fonts/${file}`
  }
  const named = async (name: string, bytes: Buffer, extension: string) =>
    await write(`${name}.${digest(bytes)}.${extension}`, bytes)
  return {
    output: {
      cut: async (name) => {
        const asset = assets.fonts[name]
        if (asset === undefined) throw new Error(`assets/manifest.json has no font ${name}: run npm run art.`)
        const bytes = await readFile(join(assetsFolder, asset.file))
        return { file: await write(asset.file.replace('fonts/', ''), bytes), letters: asset.letters }
      },
      copy: async (name, path) => await named(name, await readFile(join(modules, path)), 'woff2'),
      sheet: async (name, css) => await named(name, Buffer.from(css), 'css'),
    },
    finish: async () => {
      const strays = (await readdir(outDir)).filter((name) => !written.has(name.replace(/\.(br|gz)$/u, '')))
      await Promise.all(strays.map((name) => rm(join(outDir, name), { force: true })))
    },
  }
}
