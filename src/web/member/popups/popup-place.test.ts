import fc from 'fast-check'
import { expect, test } from 'vitest'
import { around, moveWithin, placePopups, type Box } from './popup-place.ts'

const headline = { x: 48, y: 150, width: 560, height: 180 }
const popup = (x: number, y: number): Box => ({ x, y, width: 360, height: 220 })

test('a popup keeps its position when nothing blocks it', () => {
  expect(
    placePopups([popup(900, 420)], { width: 1400, top: 108, headline, controls: null, games: null, tile: null }),
  ).toEqual([{ x: 900, y: 420 }])
  expect(
    placePopups([popup(40, 120)], { width: 1400, top: 108, headline: null, controls: null, games: null, tile: null }),
  ).toEqual([{ x: 40, y: 120 }])
})

test('a popup moves beside the headline if it fits, else below', () => {
  expect(
    placePopups([popup(500, 160)], { width: 1400, top: 108, headline, controls: null, games: null, tile: null }),
  ).toEqual([{ x: 620, y: 160 }])
  expect(
    placePopups([popup(40, 160)], { width: 800, top: 108, headline, controls: null, games: null, tile: null }),
  ).toEqual([{ x: 40, y: 342 }])
})

test('popups stay within the area and never overlap', () => {
  expect(
    placePopups([popup(5_000, -40)], {
      width: 1400,
      top: 108,
      headline: null,
      controls: null,
      games: null,
      tile: null,
    }),
  ).toEqual([{ x: 1040, y: 108 }])
  expect(
    placePopups([popup(900, 420), popup(900, 420)], {
      width: 1400,
      top: 108,
      headline,
      controls: null,
      games: null,
      tile: null,
    }),
  ).toEqual([
    { x: 900, y: 420 },
    { x: 900, y: 652 },
  ])
})

test('a popup stays above the games where there is room, and below the headline where there is none', () => {
  const area = { width: 1400, top: 108, headline, controls: null, games: 700, tile: null }
  expect(placePopups([popup(900, 640)], area)).toEqual([{ x: 900, y: 468 }])
  expect(placePopups([popup(900, 640), popup(900, 640)], area)).toEqual([
    { x: 900, y: 468 },
    { x: 900, y: 236 },
  ])
  expect(placePopups([popup(40, 640)], { ...area, width: 700, games: 340 })).toEqual([{ x: 40, y: 640 }])
})

test('a popup never covers the first tile, and covers the headline before it would', () => {
  const tile = { x: 28, y: 610, width: 200, height: 270 }
  const area = { width: 1400, top: 108, headline, controls: null, games: 560, tile }
  expect(placePopups([popup(40, 640)], area)).toEqual([{ x: 620, y: 328 }])
  const phone = {
    width: 366,
    top: 60,
    headline: { x: 8, y: 90, width: 240, height: 170 },
    controls: null,
    games: 500,
    tile: null,
  }
  const low = { x: 0, y: 470, width: 178, height: 237 }
  expect(placePopups([{ x: 0, y: 640, width: 366, height: 300 }], { ...phone, tile: low })).toEqual([{ x: 0, y: 158 }])
})

test('a popup leaves the controls of the banner free', () => {
  const controls = { x: 1180, y: 325, width: 160, height: 44 }
  const area = { width: 1400, top: 108, headline, controls, games: 560, tile: null }
  expect(placePopups([popup(1000, 640)], area)).toEqual([{ x: 808, y: 328 }])
})

test('popups never cover the headline, whatever their configured positions', () => {
  const positions = fc.array(
    fc.record({ x: fc.integer({ min: -200, max: 3_000 }), y: fc.integer({ min: -200, max: 2_000 }) }),
    {
      maxLength: 5,
    },
  )
  fc.assert(
    fc.property(positions, fc.integer({ min: 720, max: 1400 }), (spots, width) => {
      const places = placePopups(
        spots.map(({ x, y }) => popup(x, y)),
        { width, top: 108, headline, controls: null, games: null, tile: null },
      )
      for (const { x, y } of places) {
        const apart =
          x >= headline.x + headline.width ||
          x + 360 <= headline.x ||
          y >= headline.y + headline.height ||
          y + 220 <= headline.y
        expect(apart && x >= 0 && y >= 108 && x + 360 <= width).toBe(true)
      }
    }),
  )
})

test('moving stops at the edge of the visible area', () => {
  const seen = { x: -20, y: 300, width: 1440, height: 900 }
  expect(moveWithin(popup(100, 400), { x: 16, y: -16 }, seen)).toEqual({ x: 116, y: 384 })
  expect(moveWithin(popup(100, 400), { x: 5_000, y: 5_000 }, seen)).toEqual({ x: 1060, y: 980 })
  expect(moveWithin(popup(100, 400), { x: -5_000, y: -5_000 }, seen)).toEqual({ x: -20, y: 300 })
  expect(moveWithin(popup(0, 0), { x: 9, y: 9 }, { ...seen, height: 100 })).toEqual({ x: 9, y: 300 })
})

test('computes the smallest box around all boxes', () => {
  expect(around([])).toBe(null)
  expect(around([headline, popup(500, 100)])).toEqual({ x: 48, y: 100, width: 812, height: 230 })
})
