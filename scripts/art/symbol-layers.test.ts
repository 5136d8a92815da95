import { expect, test } from 'vitest'
import { renderPiece } from './piece.ts'
import { layersOf, type SymbolArt } from './symbol-layers.ts'

/** Opacity of the light of an eye of radius 20, 0 to 1: in its middle, and at the edge of the eye. */
function lightOf(art: Partial<SymbolArt>): { middle: number; edge: number } {
  const layers = layersOf('beast', { hero: [], glow: 'ffffff', eyes: [[256, 256, 20]], ...art })
  const { width, data } = renderPiece(layers['beast-eyes']?.piece ?? [], 512)
  const opacity = (x: number) => data[(256 * width + x) * 4 + 3] ?? 0
  return { middle: opacity(256), edge: opacity(256 + 20) }
}

test('the light of eyes that keep their pupils leaves their middle and lies around it', () => {
  const { middle, edge } = lightOf({ keepsPupils: true })
  expect(middle).toBe(0)
  expect(edge).toBeGreaterThan(0)
  expect(lightOf({}).middle).toBeGreaterThan(edge)
})
