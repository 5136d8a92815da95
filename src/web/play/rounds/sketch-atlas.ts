import type { ArtAtlas } from '#domain/art-manifest.ts'
import type { Game } from '#domain/games/game.ts'

/** Plain symbols for a machine that has no pictures yet: a tablet with the symbol's name in its own hue. */

const edge = 256
const columns = 4

export async function sketchAtlas(game: Game): Promise<{ atlas: ArtAtlas; picture: ImageBitmap }> {
  const rows = Math.ceil(game.symbols.length / columns)
  const canvas = new OffscreenCanvas(columns * edge, rows * edge)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no 2D canvas.')
  const frames: Record<string, readonly [number, number, number, number]> = {}
  for (const [index, symbol] of game.symbols.entries()) {
    const x = (index % columns) * edge
    const y = Math.floor(index / columns) * edge
    frames[symbol.id] = [x, y, edge, edge]
    drawSymbol(context, { x, y, name: symbol.id, hue: (index * 47) % 360, round: symbol.kind === 'coin' })
  }
  const url = URL.createObjectURL(await canvas.convertToBlob())
  return { atlas: { url, size: edge, bytes: 0, frames }, picture: await createImageBitmap(canvas) }
}

function drawSymbol(
  context: OffscreenCanvasRenderingContext2D,
  { x, y, name, hue, round }: { x: number; y: number; name: string; hue: number; round: boolean },
): void {
  const body = context.createLinearGradient(x, y, x + edge, y + edge)
  body.addColorStop(0, `hsl(${hue} 55% 42%)`)
  body.addColorStop(1, `hsl(${hue} 60% 16%)`)
  context.beginPath()
  context.roundRect(x + 10, y + 10, edge - 20, edge - 20, round ? edge / 2 : 48)
  context.fillStyle = body
  context.fill()
  context.strokeStyle = `hsl(${hue} 70% 72%)`
  context.lineWidth = 6
  context.stroke()
  context.font = `800 ${Math.min(64, 360 / name.length)}px sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = '#fff6dc'
  context.fillText(name.toUpperCase(), x + edge / 2, y + edge / 2)
}
