/** The two engines that turn recipes into files: resvg paints vectors, sharp writes WebP and PNG. */

import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import type { Sharp } from 'sharp'

import { emptyField, emptyPicture } from './picture.ts'
import type { Field, Picture } from './picture.ts'

// Each worker encodes one picture at a time; threads of sharp's own pool would only compete with it.
sharp.concurrency(1)

/** Paints a whole SVG document at the given width in pixels. */
export function paintSvg(svg: string, width: number): Picture {
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } }).render()
  const picture = emptyPicture(image.width, image.height)
  const pixels = image.pixels
  for (let i = 0; i < pixels.length; i += 1) picture.data[i] = (pixels[i] as number) / 255
  return picture
}

/** The coverage of shapes drawn in a `box` x `box` user space, as a field of `size` x `size` pixels. */
export function paintMask(shape: string, size: number, box = 512): Field {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box} ${box}" width="${size}" height="${size}" fill="#fff" color="#fff">${shape}</svg>`
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: size }, font: { loadSystemFonts: false } }).render()
  const field = emptyField(size, size)
  const pixels = image.pixels
  for (let i = 0; i < field.data.length; i += 1) field.data[i] = (pixels[i * 4 + 3] as number) / 255
  return field
}

function bytesOf(picture: Picture): Buffer {
  const bytes = Buffer.allocUnsafe(picture.data.length)
  for (let i = 0; i < picture.data.length; i += 4) {
    const alpha = picture.data[i + 3] as number
    const scale = alpha > 0.0005 ? 255 / alpha : 0
    // A fixed pattern of less than one step keeps slow dark gradients from showing bands.
    const grain = ((((i >> 2) * 2654435761) >>> 24) / 255 - 0.5) * 0.9
    for (let channel = 0; channel < 3; channel += 1) {
      bytes[i + channel] = clampByte((picture.data[i + channel] as number) * scale + grain)
    }
    bytes[i + 3] = clampByte(alpha * 255)
  }
  return bytes
}

function clampByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value)
}

function sharpOf(picture: Picture, width: number): Sharp {
  const image = sharp(bytesOf(picture), { raw: { width: picture.width, height: picture.height, channels: 4 } })
  return width === picture.width ? image : image.resize({ width, kernel: 'lanczos3' })
}

/** A WebP of `width` pixels; `quality` 0..100, lowered in steps until the file keeps within `maxBytes`. */
export async function toWebp(picture: Picture, width: number, quality: number, maxBytes = Infinity): Promise<Buffer> {
  const image = sharpOf(picture, width)
  for (let now = quality; ; now -= 9) {
    const bytes = await image
      .clone()
      .webp({ quality: now, alphaQuality: 90, effort: 4, smartSubsample: true })
      .toBuffer()
    if (bytes.length <= maxBytes || now <= 30) return bytes
  }
}

export async function toPng(picture: Picture, width: number): Promise<Buffer> {
  return await sharpOf(picture, width).png({ compressionLevel: 9, palette: false }).toBuffer()
}

export async function toJpeg(picture: Picture, width: number, quality: number): Promise<Buffer> {
  return await sharpOf(picture, width).flatten({ background: '#07080d' }).jpeg({ quality, mozjpeg: true }).toBuffer()
}
