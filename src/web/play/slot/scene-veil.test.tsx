import { cleanup } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { english, renderForMember } from '#test/forms.tsx'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf, type Game } from '#domain/games/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { createSound } from '#web/play/kit/sound.ts'
import { cardsOf, freeSpinHighlights, rulesOf, shortLadderText, type MachineRule } from './machine-rules.ts'
import type { Play } from './play.ts'
import { SceneVeil } from './scene-veil.tsx'
import type { Scene } from './play-state.ts'

afterEach(cleanup)

const anyGame = catalogue[0]?.game
const amount = wholeUnits(61_300)
const manifest = { sizes: {}, attributions: [] }
const win = { kind: 'win', from: 0n, amount, times: 61.3, tier: 3, capped: false, ms: 0 } as const

function renderScene(scene: Scene, game = anyGame) {
  if (!game) throw new Error('There is no machine.')
  const atlas = { url: '', size: 0, bytes: 0, frames: {} }
  const sound = createSound(null, { root: 220, timbre: 'bell' })
  Object.assign(document, { fonts: { load: () => Promise.resolve([]) } })
  renderForMember(
    <SceneVeil scene={scene} game={game} play={{} as Play} stake={wholeUnits(1000)} {...{ manifest, atlas, sound }} />,
  )
  return document.body
}

test.each([
  ['large win', win],
  ['feature', { ...win, kind: 'featureEnd', feature: 'free-spins', count: 10 }],
  ['jackpot', { kind: 'jackpot', tier: 'minor', amount, times: 61.3, ms: 0 }],
] as const)('the card of a %s shows the multiple of the stake once its amount has counted', (_, scene) => {
  expect(renderScene({ ...scene, ms: 2000 }).textContent).not.toContain('61.3')
  cleanup()
  expect(renderScene(scene).textContent).toContain('61.3')
})

test('the rays lie on the shade, below the particles, and the text above them', () => {
  const container = renderScene(win)
  const text = container.querySelector('[data-tier]')
  expect(text?.textContent).toContain('61.3')
  expect(text?.querySelector('polygon')).toBeNull()
  expect(container.querySelectorAll('polygon').length).toBeGreaterThan(0)
})

test('an amount knows the number of its letters, so that it stays on one line within the window', () => {
  const container = renderScene({ ...win, amount: wholeUnits(123_456_789_012) })
  const total = container.querySelector<HTMLElement>('[data-total]')
  expect(Number(total?.style.getPropertyValue('--letters'))).toBeGreaterThanOrEqual('123,456,789,012'.length)
})

test.each([
  ['free-spins', 10, '10 free spins'],
  ['hold-and-win', 12, '12 coins'],
  ['pick', 1, '1 chest '],
  ['walking-wilds', 3, '3 respins'],
] as const)('the end card of %s has its count', (feature, count, text) => {
  expect(renderScene({ ...win, kind: 'featureEnd', feature, count }).textContent).toContain(text)
})

test('the end card of a feature that paid at most the stake has no rays', () => {
  const end = { ...win, kind: 'featureEnd', feature: 'free-spins', count: 10, tier: 0 } as const
  const raysAt = (paid: number) => {
    const rays = renderScene({ ...end, amount: wholeUnits(paid) }).querySelectorAll('polygon').length
    cleanup()
    return rays
  }
  expect(raysAt(1000)).toBe(0)
  expect(raysAt(1001)).toBeGreaterThan(0)
})

test('each tier has more rays than the one below, and letters of its own', () => {
  const looks = ([1, 2, 3, 4] as const).map((tier) => {
    const container = renderScene({ ...win, tier })
    const rays = container.querySelectorAll('polygon').length
    const face = container.querySelector<HTMLElement>('[data-tier]')?.style.getPropertyValue('--face') ?? ''
    cleanup()
    return { rays, face }
  })
  expect(looks.map(({ rays }) => rays)).toEqual(looks.map(({ rays }) => rays).toSorted((a, b) => a - b))
  expect(new Set(looks.map(({ rays }) => rays)).size).toBe(4)
  expect(new Set(looks.map(({ face }) => face)).size).toBe(4)
})

test('the card of free spins says how many they are, with their unit', () => {
  const intro = { kind: 'free-spins', spins: 8, multiplier: 1, ladder: null, special: null } as const
  expect(renderScene({ kind: 'featureStart', intro }).textContent).toContain('8 free spins')
})

test('the card of free spins names what they have beyond their number, and says it where they have nothing else', () => {
  const intro = { kind: 'free-spins', spins: 8, multiplier: 1, ladder: null, special: null } as const
  for (const { game } of catalogue.filter((entry) => featureOf(entry.game, 'free-spins'))) {
    const [first] = freeSpinHighlights(game)
    if (!first) throw new Error(`The free spins of ${game.code} have nothing of their own.`)
    const { title } = english.slot.rules[first.key]
    const plain = renderScene({ kind: 'featureStart', intro }, game).textContent
    cleanup()
    const multiplied = renderScene({ kind: 'featureStart', intro: { ...intro, multiplier: 2 } }, game).textContent
    cleanup()
    expect(plain).toContain(title)
    expect(multiplied).toContain(title)
    expect(plain.length).toBeGreaterThan(multiplied.length)
  }
})

test('the line about free spins on their card can be read at a glance', () => {
  const intro = { kind: 'free-spins', spins: 8, multiplier: 1, ladder: null, special: null } as const
  for (const { game } of catalogue.filter((entry) => freeSpinHighlights(entry.game).length > 0)) {
    const lines = [...renderScene({ kind: 'featureStart', intro }, game).querySelectorAll('p')]
    const lengths = lines.map(({ textContent }) => textContent.length)
    cleanup()
    expect(Math.max(...lengths)).toBeLessThanOrEqual(36)
  }
})

test('a ladder of many rungs has its ends on the cards of the introduction, and all of them among the rules', () => {
  const laddersOf = (rules: MachineRule[]) => rules.flatMap(({ values }) => values['ladder'] ?? []).map(String)
  const laddersOn = (game: Game) => ({ cards: laddersOf(cardsOf(game)), rules: laddersOf(rulesOf(game)) })
  const shown = catalogue.map(({ game }) => laddersOn(game)).filter(({ rules }) => rules.join('').length > 80)
  expect(shown.length).toBeGreaterThan(0)
  for (const { cards } of shown) {
    expect(cards.length).toBeGreaterThan(0)
    expect(cards.join('').length).toBeLessThan(40)
  }
})

test('a ladder of many rungs has its ends on the card', () => {
  expect(shortLadderText([1, 2, 3, 5])).toBe('×1\u00a0· ×2\u00a0· ×3\u00a0· ×5')
  expect(shortLadderText([1, 2, 3, 4, 5, 6, 8, 40])).toBe('×1\u00a0→\u00a0×40')
})

test('the second line of a long ladder does not begin with a dot', () => {
  const intro = { kind: 'free-spins', spins: 10, multiplier: 1, ladder: [1, 2, 3, 5], special: null } as const
  const text = renderScene({ kind: 'featureStart', intro }).textContent
  expect(text).toContain('×1\u00a0· ×2')
})

test('no edge of a ray is upright or level', () => {
  for (const tier of [0, 1, 2, 3, 4] as const) {
    const polygons = renderScene({ ...win, tier }).querySelectorAll('polygon')
    const edges = [...polygons].flatMap((ray) => (ray.getAttribute('points') ?? '').split(' ').slice(1))
    cleanup()
    expect(edges.length).toBeGreaterThan(0)
    for (const edge of edges)
      for (const place of edge.split(',')) expect(Math.abs(Number(place) - 500)).toBeGreaterThan(8)
  }
})

test.each([
  ['jackpot-link', [english.jackpot.mega, english.slot.win.tier4]],
  ['hold-and-win', [english.slot.win.tier1, english.slot.feature.filled]],
  ['free-spins', [english.slot.win.tier2, english.slot.feature['free-spins']]],
] as const)('the words that a machine with %s draws are loaded before a scene, and no others', (kind, words) => {
  const entry = catalogue.find(({ game }) => featureOf(game, kind))
  if (!entry) throw new Error(`No machine has ${kind}.`)
  const { game } = entry
  const asked: string[] = []
  const load = (_font: string, text: string): Promise<FontFace[]> => {
    asked.push(text)
    return Promise.resolve([])
  }
  vi.stubGlobal('document', Object.assign(document, { fonts: { load } }))
  const atlas = { url: '', size: 0, bytes: 0, frames: {} }
  const sound = createSound(null, { root: 220, timbre: 'bell' })
  renderForMember(<SceneVeil scene={null} game={game} play={{} as Play} stake={1n} {...{ manifest, atlas, sound }} />)
  return vi.waitFor(() => {
    for (const word of words) expect(asked.join()).toContain(word)
    expect(asked.join().includes(english.slot.feature.filled)).toBe(featureOf(game, 'hold-and-win') !== undefined)
    expect(asked.join().includes(english.jackpot.mega)).toBe(featureOf(game, 'jackpot-link') !== undefined)
  })
})
