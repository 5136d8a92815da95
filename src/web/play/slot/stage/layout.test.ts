import { expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { ornamentReach } from './frame-painter.ts'
import { amountPlace, cellBox, layOut, numberPlaces, type Box } from './layout.ts'

/** The space between the columns of phones on their side, and the plaque on the frame there (`stage-title.module.css`). */
const spaces = Array.from({ length: 80 }, (_, more) => ({ width: 400 + 2 * more, height: 320 + more }))
const plaque = { height: 26, above: 4 }

test.each(catalogue.map(({ game }) => [game.code, game.grid] as const))(
  'the plaque of %s neither covers the reels nor leaves the space on a phone on its side',
  (_code, { reels: columns, rows }) => {
    for (const space of spaces) {
      const { frame, reels } = layOut(space, { columns, rows })
      const top = frame.y - plaque.above - plaque.height / 2
      expect(top).toBeGreaterThanOrEqual(0)
      expect(top + plaque.height).toBeLessThanOrEqual(reels.y)
      expect(frame.y + frame.height).toBeLessThanOrEqual(space.height)
      expect(frame.x).toBeGreaterThanOrEqual(0)
    }
  },
)

test('on a phone on its side the cells of every machine are large enough to be read', () => {
  for (const { game } of catalogue) {
    const { cell } = layOut({ width: 844 - 312, height: 390 }, { columns: game.grid.reels, rows: game.grid.rows })
    expect(cell.height).toBeGreaterThanOrEqual(game.grid.rows > 5 ? 45 : 60)
  }
})

test('in a wide window the reels of every machine take most of its height, and more than two fifths of its width', () => {
  const space = { width: 1400, height: 650 }
  for (const { game } of catalogue) {
    const { reels } = layOut(space, { columns: game.grid.reels, rows: game.grid.rows })
    expect(reels.height / space.height).toBeGreaterThan(0.87)
    expect(reels.width / space.width).toBeGreaterThan(0.45)
  }
})

test.each([
  [1400, 556],
  [1024, 700],
  [528, 390],
  [390, 600],
  [320, 460],
])('the corners of the frame lie within a window of %i × %i', (width, height) => {
  for (const { game } of catalogue) {
    const { frame, reels } = layOut({ width, height }, { columns: game.grid.reels, rows: game.grid.rows })
    const reach = ornamentReach(reels.x - frame.x)
    expect(frame.x).toBeGreaterThanOrEqual(reach)
    expect(width - frame.x - frame.width).toBeGreaterThanOrEqual(reach)
    expect(frame.y).toBeGreaterThanOrEqual(reach)
  }
})

test.each([
  [5, 3],
  [5, 4],
  [6, 5],
  [7, 7],
])(
  'an amount on %i × %i cells lies on a corner of its cell, inside the frame and beside its face and word',
  (columns, rows) => {
    const layout = layOut({ width: 1400, height: 640 }, { columns, rows })
    const { width, height } = layout.cell
    const size = { width: width * 0.64, height: height * 0.24 }
    for (let position = 0; position < columns * rows; position += 1) {
      const place = amountPlace(layout, position, size)
      const cell = cellBox(layout, Math.floor(position / rows), position % rows)
      expect(place.x).toBeGreaterThanOrEqual(0)
      expect(place.y).toBeGreaterThanOrEqual(0)
      expect(place.x + size.width).toBeLessThanOrEqual(layout.reels.width)
      expect(place.y + size.height).toBeLessThanOrEqual(layout.reels.height)
      const covers = (x: number, y: number) =>
        x > place.x && x < place.x + size.width && y > place.y && y < place.y + size.height
      expect(covers(cell.x + width / 2, cell.y + height / 2)).toBe(false)
      expect(covers(cell.x + width / 2, cell.y + height * 0.92)).toBe(false)
    }
  },
)

test.each([
  [1400, 640, 3],
  [480, 350, 4],
  [390, 520, 3],
])(
  'in a space of %i × %i the numbers of lines from one cell lie beside it and none over another',
  (width, height, rows) => {
    const layout = layOut({ width, height }, { columns: 5, rows })
    const firsts = Array.from({ length: 8 }, (_, line) => [0, 0, 0, null, rows - 1][line % 5] ?? null)
    const places = numberPlaces(layout, firsts)
    const shown = places.filter((place): place is Box => place !== null)
    expect(shown.length).toBe(firsts.filter((first) => first !== null).length)
    for (const [index, place] of places.entries()) {
      const first = firsts[index]
      if (!place || first === null || first === undefined) continue
      const cell = cellBox(layout, 0, first)
      expect(place.y).toBeGreaterThanOrEqual(cell.y)
      expect(place.y + place.height).toBeLessThanOrEqual(cell.y + cell.height)
      const isApart = (other: Box) =>
        Math.abs(other.x - place.x) >= place.width || Math.abs(other.y - place.y) >= place.height
      expect(shown.filter((other) => other !== place && !isApart(other))).toEqual([])
    }
  },
)
