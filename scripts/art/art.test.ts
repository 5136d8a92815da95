import { access, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ArtAtlas, ArtFonts } from '../../src/domain/art-manifest.ts'
import { renderArtwork } from './artwork.ts'
import { attributions, borrowedSilhouettes } from './attributions.ts'
import { buildArt } from './build.ts'
import type { BuildResult } from './build.ts'
import { catalogue } from './catalogue.ts'
import { attributionPage } from './attribution-page.ts'
import { coreLetters } from './font-text.ts'

const kib = 1024
let outDir = ''
let built: BuildResult

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'baize-art-'))
  built = await buildArt({ outDir })
}, 120_000)

afterAll(async () => {
  await rm(outDir, { recursive: true, force: true })
})

const fileOf = (url: string) => join(outDir, url.replace('/art/', ''))
const sizeOf = async (url: string) => (await stat(fileOf(url))).size
const entry = <T>(name: string) => (built.manifest as unknown as Record<string, T>)[name] as T

describe('the manifest', () => {
  test('names every picture that site, window and office ask for', () => {
    const tiles = [
      'golden-tiger',
      'baccarat',
      'speed-baccarat',
      'no-commission-baccarat',
      'dragon-tiger',
      'roulette',
      'sic-bo',
      'blackjack',
      'azure-dragon-hoard',
      'full-moon-wolf',
      'ruby-seven',
      'lotus-falls',
      'amethyst-cave',
      'book-of-horus',
      'kings-chest',
      'eagle-cliff',
      'festival-bells',
      'sage-turtle',
      'summit-of-storms',
    ]
    const names = [
      ...tiles.map((code) => `tile/${code}`),
      ...['virtual-races', 'virtual-horses', 'virtual-hounds', 'coming'].map((code) => `tile/${code}`),
      ...['baize', 'baize-live', 'baize-race'].map((code) => `company/${code}`),
      ...['tiger', 'tiger-phone', 'fairness', 'fairness-phone', 'comp', 'comp-phone'].map((name) => `banner/${name}`),
      ...['logo', 'mark', 'favicon', 'favicon-ico', 'apple-touch', 'og'].map((name) => `brand/${name}`),
      ...['notes', 'requests', 'helps', 'comps', 'games', 'notices'].map((name) => `empty/${name}`),
      'scene/golden-tiger',
      'scene/golden-tiger-portrait',
      'logo/golden-tiger',
    ]
    expect(Object.keys(built.manifest.sizes).toSorted()).toEqual(names.toSorted())
    const address = /^\/art\/[a-z-]+\.[0-9a-f]{10}\.(webp|svg|png|jpg|ico)$/u
    expect(names.filter((name) => !address.test(entry<string>(name)))).toEqual([])
  })

  test('leads to files that are there, pictures and type alike', async () => {
    const pictures = Object.keys(built.manifest.sizes).map((name) => entry<string>(name))
    const fonts = ['ko', 'en', 'jp', 'vn', 'cn'].flatMap((code) => {
      const { css, more, preload } = entry<ArtFonts>(`fonts/${code}`)
      return [css, ...(more === null ? [] : [more]), ...preload]
    })
    const letters = ['hangul', 'kana', 'han'].map((script) => entry<string>(`letters/${script}`))
    for (const url of [...pictures, ...fonts, ...letters, entry<ArtAtlas>('atlas/golden-tiger').url]) {
      await expect(access(fileOf(url))).resolves.toBeUndefined()
    }
  })

  test('gives each symbol of the reels a frame of its own inside the atlas', () => {
    const { frames, size } = entry<ArtAtlas>('atlas/golden-tiger')
    expect(Object.keys(frames)).toEqual([
      'tiger',
      'coin',
      'dragon',
      'turtle',
      'eagle',
      'fan',
      'ace',
      'king',
      'queen',
      'jack',
      'ten',
    ])
    expect(Object.values(frames).every(([, , width, height]) => width === size && height === size)).toBe(true)
    expect(new Set(Object.values(frames).map(String)).size).toBe(11)
  })
})

describe('weights', () => {
  test.each([
    ['tile', 30],
    ['company', 30],
    ['empty', 16],
    ['banner', 90],
    ['scene', 112],
    ['logo', 62],
  ])('no %s is heavier than %i KiB', async (kind, limit) => {
    const names = Object.keys(built.manifest.sizes).filter((name) => name.startsWith(`${kind}/`))
    expect(names.length).toBeGreaterThan(0)
    const sizes = await Promise.all(names.map(async (name) => [name, await sizeOf(entry<string>(name))] as const))
    expect(sizes.filter(([, size]) => size >= limit * kib)).toEqual([])
  })

  test('the atlas stays within 160 KiB and the wordmark within 10', async () => {
    expect(entry<ArtAtlas>('atlas/golden-tiger').bytes).toBeLessThan(160 * kib)
    expect((await stat(fileOf(entry<string>('brand/logo')))).size).toBeLessThan(10 * kib)
  })

  test('the style sheet of a locale is small, and what it preloads is bounded', async () => {
    for (const code of ['ko', 'en', 'jp', 'vn', 'cn']) {
      const { css, preload, bytes } = entry<ArtFonts>(`fonts/${code}`)
      expect((await stat(fileOf(css))).size).toBe(bytes)
      expect(bytes).toBeLessThan(5 * kib)
      const weights = await Promise.all(preload.map(async (url) => (await stat(fileOf(url))).size))
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThan(260 * kib)
    }
  })
})

describe('the cache', () => {
  test('a second build draws nothing and says the same', async () => {
    const again = await buildArt({ outDir })
    expect(again.drawn).toBe(0)
    expect(again.manifest).toEqual(built.manifest)
  })

  test('a lost file is drawn again, to the same name', async () => {
    const file = fileOf(entry<string>('empty/notes'))
    const before = await readFile(file)
    await rm(file)
    expect((await buildArt({ outDir })).drawn).toBe(1)
    expect((await readFile(file)).equals(before)).toBe(true)
  })

  test('drawing is deterministic: one recipe, one picture', async () => {
    for (const name of ['tile/baccarat', 'empty/games']) {
      const artwork = catalogue.find((one) => one.name === name)
      if (artwork === undefined) throw new Error(`no artwork ${name}`)
      const [first, second] = [await renderArtwork(artwork), await renderArtwork(artwork)]
      expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true)
    }
  })
})

describe('what others made', () => {
  test('every borrowed silhouette in the recipes has its author and licence in the manifest', async () => {
    const sources = await Promise.all(
      ['symbols.ts', 'heroes.ts', 'tiles.ts', 'slot-tiles.ts', 'scenes.ts', 'brand.ts'].map((name) =>
        readFile(new URL(name, import.meta.url), 'utf8'),
      ),
    )
    const used = new Set(
      sources.flatMap((text) => [...text.matchAll(/(?:borrowed|headPiece)\('([a-z-]+)'/gu)].map(([, name]) => name)),
    )
    expect([...used].toSorted()).toEqual(Object.keys(borrowedSilhouettes).toSorted())
    for (const name of used) {
      const listed = built.manifest.attributions.find((one) => one.name === name)
      expect(listed).toMatchObject({ licence: 'CC-BY-3.0', kind: 'silhouette' })
    }
  })

  test('docs/attributions.md is the page that the list writes', async () => {
    const page = await readFile(new URL('../../docs/attributions.md', import.meta.url), 'utf8')
    // When this fails: node scripts/art/attribution-page.ts
    expect(page).toBe(attributionPage(attributions))
  })
})

describe('type', () => {
  test('the core of each locale holds the letters of its own catalogue', async () => {
    const letters = await coreLetters()
    const words = await readFile(new URL('../../src/i18n/ko.ts', import.meta.url), 'utf8')
    const missing = [...words.matchAll(/[\uac00-\ud7a3]/gu)].filter(([letter]) => !letters.ko.includes(letter))
    expect(missing).toEqual([])
    expect(letters.jp).toContain('ア')
  })
})
