import { access, cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ArtAtlas, ArtFonts, ArtManifest } from '../../src/domain/art-manifest.ts'
import { catalogue as games } from '../../src/domain/games/catalogue.ts'
import { offeredLocales } from '../../src/i18n/locales.ts'
import { renderArtwork } from './artwork.ts'
import { readCatalogue } from '../catalogues.ts'
import { assembleArt } from './assemble.ts'
import { assetsFolder, digest, readAssets } from './assets.ts'
import { attributions } from './attributions.ts'
import { catalogue } from './catalogue.ts'
import { attributionPage } from './attribution-page.ts'
import { drawAssets, filesOf, findStale } from './draw.ts'
import { fontCuts, holdsLetters } from './font-cuts.ts'
import { coreLetters } from './font-text.ts'
import { pictureLocales } from './words.ts'
import { windowPictures } from './window-pictures.ts'

const kib = 1024
let outDir = ''
let manifest: ArtManifest

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'baize-art-'))
  manifest = await assembleArt(outDir)
})

afterAll(async () => {
  await rm(outDir, { recursive: true, force: true })
})

const fileOf = (url: string) => join(outDir, url.replace('/art/', ''))
const sizeOf = async (url: string) => (await stat(fileOf(url))).size
const entry = <T>(name: string) => (manifest as unknown as Record<string, T>)[name] as T

describe('assets/', () => {
  test('is up to date: otherwise run npm run art and commit assets/', async () => {
    const { pictures, fonts } = await findStale(await readAssets())
    expect([...pictures, ...fonts].map(({ of }) => of.name)).toEqual([])
  })

  test('contains exactly the files of its manifest, each with the hash of its content in its name', async () => {
    const assets = await readAssets()
    const files = (await readdir(assetsFolder, { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice(assetsFolder.length))
    expect(files.toSorted()).toEqual(filesOf(assets).toSorted())
    const drawn = files.filter((file) => file !== 'manifest.json')
    const bodies = await Promise.all(
      drawn.map(async (file) => [file, await readFile(join(assetsFolder, file))] as const),
    )
    expect(bodies.filter(([file, body]) => !file.includes(`.${digest(body)}.`))).toEqual([])
    const weights = bodies.map(([, body]) => body.length)
    expect(Math.max(...weights)).toBeLessThanOrEqual(400 * kib)
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(12 * 1024 * kib)
  })

  test('is what its sources draw: a tile drawn again differs in less than 1 % of its pixels', async () => {
    const assets = await readAssets()
    const kept = async (name: string) => await readFile(join(assetsFolder, assets.pictures[name]?.file ?? ''))
    const artwork = catalogue.find((one) => one.name === 'tile/baccarat')
    if (artwork === undefined || artwork.kind === 'wheel') throw new Error('no such artwork')
    const { bytes } = await renderArtwork(artwork)
    expect(await shareOfOtherPixels(bytes, await kept('tile/baccarat'))).toBeLessThan(0.01)
    expect(await shareOfOtherPixels(bytes, await kept('tile/blackjack'))).toBeGreaterThan(0.1)
  })

  test('a changed recipe, engine or letter makes exactly its own files stale', async () => {
    const assets = await readAssets()
    const picture = assets.pictures['empty/notes']
    if (picture === undefined) throw new Error('no such picture')
    const changed = { ...assets, pictures: { ...assets.pictures, 'empty/notes': { ...picture, key: 'another' } } }
    const stale = await findStale(changed)
    expect([stale.pictures.map(({ of }) => of.name), stale.fonts]).toEqual([['empty/notes'], []])
    const cuts = await fontCuts()
    const more = cuts.map((cut) => (cut.name === 'core-ko' ? { ...cut, letters: `${cut.letters}뷁` } : cut))
    const fewer = cuts.map((cut) => (cut.name === 'core-ko' ? { ...cut, letters: cut.letters.slice(1) } : cut))
    const staleOf = (wanted: typeof cuts) => wanted.filter((cut) => !holdsLetters(cut, wanted, assets.fonts))
    expect(staleOf(more).map(({ name }) => name)).toEqual(['core-ko', 'first-ko'])
    expect(staleOf(fewer)).toEqual([])
  })

  test('is drawn file by file: a missing file is drawn again under the same name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baize-assets-'))
    try {
      const assets = await readAssets()
      await cp(assetsFolder, folder, { recursive: true })
      await rm(join(folder, assets.pictures['empty/notes']?.file ?? ''))
      await rm(join(folder, assets.fonts['names-ko']?.file ?? ''))
      await writeFile(join(folder, 'stray.webp'), '')
      expect((await drawAssets({ folder })).toSorted()).toEqual(['empty/notes', 'fonts/names-ko'])
      expect(await readAssets(folder)).toEqual(assets)
      expect((await readdir(folder)).toSorted()).toEqual((await readdir(assetsFolder)).toSorted())
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

/** The share of pixels in which a channel differs by more than 8 of 255. */
async function shareOfOtherPixels(one: Uint8Array, other: Uint8Array): Promise<number> {
  const raw = async (bytes: Uint8Array) => await sharp(bytes).ensureAlpha().raw().toBuffer()
  const [first, second] = [await raw(one), await raw(other)]
  if (first.length !== second.length) return 1
  let others = 0
  for (let at = 0; at < first.length; at += 4) {
    if ([0, 1, 2, 3].some((channel) => Math.abs((first[at + channel] ?? 0) - (second[at + channel] ?? 0)) > 8))
      others += 1
  }
  return others / (first.length / 4)
}

describe('the manifest', () => {
  test('names every picture that site, game window and office use', () => {
    const codes = games.map(({ game }) => game.code)
    const tiles = new Set([
      ...codes,
      'baccarat',
      'speed-baccarat',
      'no-commission-baccarat',
      'dragon-tiger',
      'roulette',
      'sic-bo',
      'blackjack',
    ])
    const names = [
      ...Array.from(tiles, (code) => `tile/${code}`),
      ...['virtual-races', 'virtual-horses', 'virtual-hounds', 'coming'].map((code) => `tile/${code}`),
      ...['baize', 'baize-live', 'baize-race'].map((code) => `company/${code}`),
      ...['tiger', 'tiger-phone', 'lotus', 'lotus-phone', 'fairness', 'fairness-phone', 'comp', 'comp-phone'].map(
        (name) => `banner/${name}`,
      ),
      ...['logo', 'mark', 'favicon', 'favicon-ico', 'apple-touch', 'og'].map((name) => `brand/${name}`),
      ...['notes', 'requests', 'helps', 'comps', 'games', 'notices'].map((name) => `empty/${name}`),
      ...['place', 'dragon-tiger', 'cards', 'hand', 'chips', 'seat'].map((name) => `table/${name}`),
      ...['dome-place', 'dome-glass', 'dome-cover', 'dice'].map((name) => `table/${name}`),
      ...['wheel-place', 'wheel-bowl', 'wheel-light', 'wheel-rotor'].map((name) => `table/${name}`),
      ...['race-turf', 'race-sand', 'race-horse', 'race-hound'].map((name) => `table/${name}`),
      ...codes.flatMap((code) => pictureLocales.map((locale) => `lettering/${code}-${locale}`)),
      ...codes.flatMap((code) => [`scene/${code}`, `scene/${code}-portrait`, `logo/${code}`, `frame/${code}`]),
    ]
    const ofMachines = /^(?:scene|logo|frame)\//u
    const others = Object.keys(manifest.sizes).filter((name) => !ofMachines.test(name))
    expect(others.toSorted()).toEqual(names.filter((name) => !ofMachines.test(name)).toSorted())
    expect(names.filter((name) => entry<string>(name) === undefined)).toEqual([])
    const address = /^\/art\/[a-z-]+\.[0-9a-f]{10}\.(webp|svg|png|jpg|ico)$/u
    expect(names.filter((name) => !address.test(entry<string>(name)))).toEqual([])
  })

  test('names files that exist, pictures and fonts alike', async () => {
    const pictures = Object.keys(manifest.sizes).map((name) => entry<string>(name))
    const fonts = ['ko', 'en', 'jp', 'vn', 'cn'].flatMap((code) => {
      const { css, more, preload } = entry<ArtFonts>(`fonts/${code}`)
      return [css, ...(more === null ? [] : [more]), ...preload]
    })
    const letters = ['hangul', 'kana', 'han'].map((script) => entry<string>(`letters/${script}`))
    const atlases = games.map(({ game }) => entry<ArtAtlas>(`atlas/${game.code}`).url)
    for (const url of [...pictures, ...fonts, ...letters, ...atlases]) {
      await expect(access(fileOf(url))).resolves.toBeUndefined()
    }
  })
})

describe('sizes', () => {
  test.each([
    ['tile', 25],
    ['lettering', 9],
    ['company', 25],
    ['empty', 16],
    ['banner', 90],
    ['scene', 62],
    ['logo', 24],
    ['frame', 40],
  ])('no %s is heavier than %i KiB', async (kind, limit) => {
    const names = Object.keys(manifest.sizes).filter((name) => name.startsWith(`${kind}/`))
    expect(names.length).toBeGreaterThan(0)
    const sizes = await Promise.all(names.map(async (name) => [name, await sizeOf(entry<string>(name))] as const))
    expect(sizes.filter(([, size]) => size >= limit * kib)).toEqual([])
  })

  test.each(games.map(({ game }) => game.code))(
    'the window of %s loads at most 900 KiB of pictures, in each language, wide or upright',
    async (code) => {
      for (const locale of offeredLocales) {
        for (const isTall of [false, true]) {
          const urls = windowPictures(manifest, { code, locale, isTall })
          // Atlas, layers, frame, words, title, and a scene of at least three layers.
          expect(urls.length).toBeGreaterThanOrEqual(8)
          const weights = await Promise.all(urls.map(sizeOf))
          expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(900 * kib)
        }
      }
    },
  )

  test('the wordmark stays within 10 KiB', async () => {
    expect((await stat(fileOf(entry<string>('brand/logo')))).size).toBeLessThan(10 * kib)
  })

  test('the style sheet of a locale is small, and what it preloads is bounded', async () => {
    for (const code of ['ko', 'en', 'jp', 'vn', 'cn']) {
      const { css, preload, bytes } = entry<ArtFonts>(`fonts/${code}`)
      expect((await stat(fileOf(css))).size).toBe(bytes)
      expect(bytes).toBeLessThan(6.5 * kib)
      const weights = await Promise.all(preload.map(async (url) => (await stat(fileOf(url))).size))
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThan(260 * kib)
    }
  })
})

describe('attributions', () => {
  test('docs/attributions.md is generated from the list', async () => {
    const page = await readFile(new URL('../../docs/attributions.md', import.meta.url), 'utf8')
    // When this fails: node scripts/art/attribution-page.ts
    expect(page).toBe(attributionPage(attributions))
  })
})

describe('fonts', () => {
  test('the core of each locale contains the letters of its own catalogue', async () => {
    const letters = await coreLetters()
    const words = JSON.stringify(await readCatalogue('ko'))
    const missing = [...words.matchAll(/[\uac00-\ud7a3]/gu)].filter(([letter]) => !letters.ko.includes(letter))
    expect(missing).toEqual([])
    expect(letters.jp).toContain('ア')
  })
})
