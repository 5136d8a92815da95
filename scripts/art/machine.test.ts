import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'

import { catalogue } from '../../src/domain/games/catalogue.ts'
import type { Game } from '../../src/domain/games/game.ts'
import { workshop } from '../../src/domain/games/workshop.ts'
import { assetsFolder, readAssets, type AssetsManifest, type PictureAsset } from './assets.ts'
import { machineArtworks } from './machine.ts'
import { inOneLine, pictureLocales, type Title } from './words.ts'

/** The pictures of machines: those of the catalogue, and those of the workshop that have any. */

const kib = 1024
const drawn = new Set(machineArtworks.map(({ name }) => name))
const listed: readonly { game: Game }[] = catalogue
const machines = [...listed, ...workshop].map(({ game }) => game).filter(({ code }) => drawn.has(`atlas/${code}`))
let assets: AssetsManifest

beforeAll(async () => {
  assets = await readAssets()
})

type Sheet = Extract<PictureAsset, { frames: unknown }>

function sheet(name: string): Sheet {
  const asset = assets.pictures[name]
  if (asset === undefined || !('frames' in asset)) throw new Error(`no atlas ${name}`)
  return asset
}

/** A frame as raw pixels on a square of 256, on the dark of the reels. */
async function pixels(name: string, frames: readonly string[]): Promise<Buffer> {
  const { file, frames: all } = sheet(name)
  const cut = async (frame: string) => {
    const [left = 0, top = 0, width = 0, height = 0] = all[frame] ?? []
    return await sharp(join(assetsFolder, file)).extract({ left, top, width, height }).png().toBuffer()
  }
  const parts = await Promise.all(frames.filter((frame) => all[frame] !== undefined).map(cut))
  const ground = { create: { width: 256, height: 256, channels: 3 as const, background: '#10131d' } }
  return await sharp(ground)
    .composite(parts.map((input) => ({ input })))
    .removeAlpha()
    .raw()
    .toBuffer()
}

/** The opacity of a picture, 0 to 255 a pixel. */
async function alphaOf(name: string): Promise<{ data: Buffer; width: number; height: number }> {
  const file = assets.pictures[name]?.file
  if (file === undefined) throw new Error(`no picture ${name}`)
  const { data, info } = await sharp(join(assetsFolder, file))
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function meanDifference(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length
}

test('every machine has its name of the catalogue as its title, in every language', async () => {
  const titles = catalogue.map(async ({ game: { code } }) => {
    const { title } = (await import(`./machines/${code}/title.ts`)) as { title: Title }
    return pictureLocales.map((locale) => inOneLine(title, locale))
  })
  const names = catalogue.map((entry) => pictureLocales.map((locale) => entry.names[locale].toUpperCase()))
  expect(await Promise.all(titles)).toEqual(names)
})

test('every machine of the catalogue has pictures', () => {
  expect(listed.filter(({ game }) => !machines.includes(game))).toEqual([])
})

describe.each(machines)('$code', (game) => {
  const { code } = game
  const ids = game.symbols.map(({ id }) => id)

  test('has a frame of its own for each symbol, in their order', () => {
    const { frames, edge } = sheet(`atlas/${code}`)
    expect(Object.keys(frames)).toEqual(ids)
    expect(Object.values(frames).every(([, , width, height]) => width === edge && height === edge)).toBe(true)
    expect(new Set(Object.values(frames).map(String)).size).toBe(ids.length)
  })

  test('has light and halo for each symbol, and a pivot for each limb', () => {
    const { frames, pivots = {} } = sheet(`layers/${code}`)
    const names = Object.keys(frames)
    const known = ids.flatMap((id) =>
      ['back', 'glow', 'limb', 'hero', 'lit', 'eyes', 'front'].map((layer) => `${id}-${layer}`),
    )
    expect(names.filter((name) => !known.includes(name))).toEqual([])
    expect(ids.flatMap((id) => [`${id}-lit`, `${id}-glow`]).filter((name) => !names.includes(name))).toEqual([])
    expect(Object.keys(pivots)).toEqual(names.filter((name) => name.endsWith('-limb')))
  })

  test('has a box to open where it has a pick, closed and open', () => {
    const hasPick = game.features.some(({ kind }) => kind === 'pick')
    const asset = assets.pictures[`pick/${code}`]
    const frames = asset !== undefined && 'frames' in asset ? Object.keys(asset.frames) : []
    expect(frames).toEqual(hasPick ? ['closed', 'open'] : [])
  })

  test('has a word in every language on its wild, its scatter and its coin', () => {
    const worded = game.symbols
      .filter(({ kind }) => kind !== 'ordinary' && kind !== 'mystery')
      .map(({ id }) => `${id}-word`)
    expect(worded.length).toBeGreaterThan(0)
    for (const locale of pictureLocales) expect(Object.keys(sheet(`words/${code}-${locale}`).frames)).toEqual(worded)
  })

  test('has lettering and a title in every language, a tile, a frame, and scenes in layers for both ways to hold a phone', () => {
    const layers = ['', '-middle', '-near', '-feature', '-feature-middle']
    const names = [
      `tile/${code}`,
      `frame/${code}`,
      `logo/${code}`,
      ...pictureLocales.map((locale) => `lettering/${code}-${locale}`),
      ...pictureLocales.filter((locale) => locale !== 'en').map((locale) => `logo/${code}-${locale}`),
      ...layers.flatMap((layer) => [`scene/${code}${layer}`, `scene/${code}${layer}-portrait`]),
    ]
    expect(names.filter((name) => assets.pictures[name] === undefined)).toEqual([])
  })

  test('has a frame whose corners the edge of the picture does not cut', async () => {
    const { data, width, height } = await alphaOf(`frame/${code}`)
    const edge = data.filter((_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      return Math.min(x, y, width - 1 - x, height - 1 - y) === 0
    })
    expect(edge).toHaveLength(2 * (width + height) - 4)
    expect(Math.max(...edge)).toBeLessThan(8)
  })

  test('has letters of its own in each language for its tile, none of them cut', async () => {
    const all = await Promise.all(pictureLocales.map((locale) => alphaOf(`lettering/${code}-${locale}`)))
    expect(new Set(all.map(({ data }) => data.toString('latin1'))).size).toBe(pictureLocales.length)
    const cut = all.map(({ data, width, height }) => {
      const isAtEdge = (at: number) =>
        [0, width - 1].includes(at % width) || [0, height - 1].includes(Math.floor(at / width))
      return data.filter((alpha, at) => alpha > 0 && isAtEdge(at)).length
    })
    expect(cut).toEqual(pictureLocales.map(() => 0))
    const covered = all.map(({ data }) => data.filter((alpha) => alpha > 200).length / data.length)
    expect(Math.min(...covered)).toBeGreaterThan(0.05)
  })

  test('weighs 900 KiB at most', () => {
    const own = Object.entries(assets.pictures).filter(([name]) => name.split('/')[1]?.startsWith(code))
    expect(own.reduce((sum, [, asset]) => sum + (asset?.bytes ?? 0), 0)).toBeLessThanOrEqual(900 * kib)
    expect(own.every(([, asset]) => (asset?.bytes ?? 0) <= 260 * kib)).toBe(true)
  })

  test('its layers laid over each other are the symbol', async () => {
    const layers = sheet(`layers/${code}`).frames
    const apart = ids.find((id) => layers[`${id}-hero`] !== undefined)
    if (apart === undefined) throw new Error('no symbol in layers')
    const whole = await pixels(`atlas/${code}`, [apart])
    const laid = ['back', 'limb', 'hero', 'front'].map((layer) => `${apart}-${layer}`)
    expect(meanDifference(whole, await pixels(`layers/${code}`, laid))).toBeLessThan(5)
    expect(meanDifference(whole, await pixels(`layers/${code}`, laid.slice(0, 1)))).toBeGreaterThan(8)
  })
})
