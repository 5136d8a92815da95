import type { ArtAtlas } from '#domain/art-manifest.ts'

/**
 * The symbols at exactly their painted size, cut once per size: painting is then a plain copy, which keeps the reels
 * smooth without a graphics card.
 */
export type SymbolBitmaps = {
  /** By symbol index: sharp at rest, and smeared along the reel for fast motion. */
  sharp: readonly CanvasImageSource[]
  smeared: readonly CanvasImageSource[]
  /** Device pixels. */
  width: number
  height: number
}

/** How far a moving symbol is smeared in each direction, as a share of its height. */
const smearShare = 0.1

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
  if (!context) throw new Error('This browser has no 2D canvas.')
  return { canvas, context }
}

/** A square symbol centred in a cell that may be taller than wide. */
function centred(bitmap: ImageBitmap, width: number, height: number): Promise<ImageBitmap> {
  const { canvas, context } = drawing(width, height)
  context.drawImage(bitmap, Math.round((width - bitmap.width) / 2), Math.round((height - bitmap.height) / 2))
  return createImageBitmap(canvas)
}

/** The symbol with motion blur: each pixel is the average of those above and below it, applied twice. */
function smeared(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const { canvas, context } = drawing(bitmap.width, bitmap.height)
  context.drawImage(bitmap, 0, 0)
  const image = context.getImageData(0, 0, bitmap.width, bitmap.height)
  const reach = Math.round(bitmap.height * smearShare)
  averageColumns(image, reach)
  averageColumns(image, reach)
  context.putImageData(image, 0, 0)
  return createImageBitmap(canvas)
}

/** Replaces each pixel by the mean of the `2 * reach + 1` around it in its column, weighting colours by opacity. */
function averageColumns({ data, width, height }: ImageData, reach: number): void {
  const column = new Float32Array(height * 4)
  for (let x = 0; x < width; x += 1) {
    const sums = [0, 0, 0, 0]
    const add = (y: number, sign: 1 | -1) => {
      if (y < 0 || y >= height) return
      for (let channel = 0; channel < 4; channel += 1)
        sums[channel] = (sums[channel] ?? 0) + sign * (column[y * 4 + channel] ?? 0)
    }
    for (let y = 0; y < height; y += 1) {
      const at = (y * width + x) * 4
      const alpha = data[at + 3] ?? 0
      for (let channel = 0; channel < 3; channel += 1) column[y * 4 + channel] = (data[at + channel] ?? 0) * alpha
      column[y * 4 + 3] = alpha
    }
    for (let y = 0; y < reach; y += 1) add(y, 1)
    for (let y = 0; y < height; y += 1) {
      add(y + reach, 1)
      add(y - reach - 1, -1)
      const at = (y * width + x) * 4
      const alpha = Math.max(0.001, sums[3] ?? 0)
      for (let channel = 0; channel < 3; channel += 1) data[at + channel] = (sums[channel] ?? 0) / alpha
      data[at + 3] = alpha / (2 * reach + 1)
    }
  }
}
