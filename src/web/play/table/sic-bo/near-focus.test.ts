import { expect, test } from 'vitest'
import { nearestBox, type Arrow, type Box } from './near-focus.ts'

/** Boxes as on the layout: a tall one left and right, small ones in two rows between them, and a wide one below. */
const boxes: Record<string, Box> = {
  left: { left: 0, top: 0, width: 60, height: 104 },
  a: { left: 64, top: 0, width: 50, height: 50 },
  b: { left: 118, top: 0, width: 50, height: 50 },
  c: { left: 64, top: 54, width: 50, height: 50 },
  d: { left: 118, top: 54, width: 50, height: 50 },
  right: { left: 172, top: 0, width: 60, height: 104 },
  below: { left: 0, top: 108, width: 232, height: 50 },
}
const names = Object.keys(boxes)
const from = (name: string, ...arrows: Arrow[]) =>
  arrows.reduce<string | null>((at, arrow) => {
    const to = at === null ? null : nearestBox(Object.values(boxes), names.indexOf(at), arrow)
    return to === null ? null : (names[to] ?? null)
  }, name)

test('an arrow goes to the box straight ahead', () => {
  expect(from('a', 'ArrowRight')).toBe('b')
  expect(from('d', 'ArrowLeft')).toBe('c')
  expect(from('a', 'ArrowDown')).toBe('c')
  expect(from('d', 'ArrowUp')).toBe('b')
})

test('a large box is reached from each row beside it, and left to one of them', () => {
  expect(from('a', 'ArrowLeft')).toBe('left')
  expect(from('c', 'ArrowLeft')).toBe('left')
  expect(['a', 'c']).toContain(from('left', 'ArrowRight'))
  expect(from('c', 'ArrowDown')).toBe('below')
})

test('at the edge an arrow goes nowhere', () => {
  expect(from('left', 'ArrowLeft')).toBeNull()
  expect(from('below', 'ArrowDown')).toBeNull()
})
