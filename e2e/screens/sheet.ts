import { basename, join } from 'node:path'
import sharp from 'sharp'

/** Contact sheets: the screenshots of one language and width side by side, for review. */

const gap = 6
const labelHeight = 20
/** Two desktop or five phone screenshots in a row, so that their text can still be read. */
const layouts = {
  desktop: { columns: 2, rows: 3, width: 690, height: 560 },
  phone: { columns: 5, rows: 1, width: 274, height: 1_000 },
} as const

/** Writes `sheet-1.png`, `sheet-2.png` … into the folder; screenshots taller than a cell show their upper part. */
export async function writeSheets(
  folder: string,
  pictures: readonly string[],
  device: keyof typeof layouts,
): Promise<void> {
  const { columns, rows } = layouts[device]
  for (let at = 0, number = 1; at < pictures.length; at += columns * rows, number += 1) {
    await writeSheet(join(folder, `sheet-${number}.png`), pictures.slice(at, at + columns * rows), layouts[device])
  }
}

async function writeSheet(
  file: string,
  pictures: readonly string[],
  { columns, rows, width, height }: (typeof layouts)[keyof typeof layouts],
): Promise<void> {
  const tall = height + labelHeight
  const parts = await Promise.all(
    pictures.map(async (picture, index) => {
      const left = (index % columns) * (width + gap)
      const top = Math.floor(index / columns) * (tall + gap)
      const small = await sharp(picture).resize({ width }).toBuffer({ resolveWithObject: true })
      const area = { left: 0, top: 0, width, height: Math.min(small.info.height, height) }
      const input = await sharp(small.data).extract(area).toBuffer()
      return [
        { input: labelOf(basename(picture, '.jpg'), width), left, top },
        { input, left, top: top + labelHeight },
      ]
    }),
  )
  const size = { width: columns * (width + gap), height: rows * (tall + gap) }
  await sharp({ create: { ...size, channels: 3, background: '#3a3f4d' } })
    .composite(parts.flat())
    .png({ compressionLevel: 4 })
    .toFile(file)
}

function labelOf(name: string, width: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${labelHeight}"><text x="4" y="15" font-family="sans-serif" font-size="13" fill="#fff">${name}</text></svg>`,
  )
}
