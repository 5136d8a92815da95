import type { ArtAtlas } from '#domain/art-manifest.ts'

/**
 * The symbols at exactly the size they are painted, cut once per size: painting is then a plain copy, which is what
 * keeps the reels smooth without a graphics card.
 */
export type SymbolBitmaps = {
  /** By symbol index: sharp, and smeared along the reel for when it runs. */
  sharp: readonly CanvasImageSource[]
  smeared: readonly CanvasImageSource[]
  /** Device pixels. */
  width: number
  height: number
}

const smearSamples = 9
const smearShare = 0.3

/** Cuts every symbol of a game from its atlas. `width` and `height` are the cell's, in device pixels. */
export async function cutSymbols(
  picture: ImageBitmap,
  atlas: ArtAtlas,
  symbolIds: readonly string[],
  width: number,
  height: number,
): Promise<SymbolBitmaps> {
  const edge = Math.min(width, height)
  const sharp = await Promise.all(
    symbolIds.map((id) => {
      const frame = atlas.frames[id]
      if (!frame) throw new Error(`The atlas has no picture of "${id}".`)
      return createImageBitmap(picture, ...frame, { resizeWidth: edge, resizeHeight: edge, resizeQuality: 'high' })
    }),
  )
  const placed = await Promise.all(sharp.map((bitmap) => centred(bitmap, width, height)))
  return { sharp: placed, smeared: await Promise.all(placed.map((bitmap) => smeared(bitmap))), width, height }
}

function drawing(
  width: number,
  height: number,
): { canvas: OffscreenCanvas; context: OffscreenCanvasRenderingContext2D } {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser gives no canvas to draw on.')
  return { canvas, context }
}

/** A square symbol in the middle of a cell that may be taller than wide. */
function centred(bitmap: ImageBitmap, width: number, height: number): Promise<ImageBitmap> {
  const { canvas, context } = drawing(width, height)
  context.drawImage(bitmap, Math.round((width - bitmap.width) / 2), Math.round((height - bitmap.height) / 2))
  return createImageBitmap(canvas)
}

/** The average of the symbol at several heights, as the eye sees it go by. */
function smeared(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const { canvas, context } = drawing(bitmap.width, bitmap.height)
  context.globalCompositeOperation = 'lighter'
  context.globalAlpha = 1 / smearSamples
  const reach = bitmap.height * smearShare
  for (let sample = 0; sample < smearSamples; sample += 1) {
    const shift = Math.round((sample / (smearSamples - 1) - 0.5) * reach)
    context.drawImage(bitmap, 0, shift)
    // What leaves the cell comes in again on the other side, so that a running reel has no seams.
    context.drawImage(bitmap, 0, shift - bitmap.height)
    context.drawImage(bitmap, 0, shift + bitmap.height)
  }
  return createImageBitmap(canvas)
}
