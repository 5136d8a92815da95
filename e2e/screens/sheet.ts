import { basename, join } from 'node:path'
import sharp from 'sharp'

/** Contact sheets: the pictures of one language and width side by side, to be looked over at once. */

const cell = { width: 460, height: 700, label: 24 }
const columns = 5
const rows = 2

/** Writes `sheet-1.jpg`, `sheet-2.jpg` … into the folder; pictures longer than a cell show their upper part. */
export async function writeSheets(folder: string, pictures: readonly string[]): Promise<string[]> {
  const sheets: string[] = []
  for (let at = 0; at < pictures.length; at += columns * rows) {
    const file = join(folder, `sheet-${sheets.length + 1}.jpg`)
    await writeSheet(file, pictures.slice(at, at + columns * rows))
    sheets.push(file)
  }
  return sheets
}

async function writeSheet(file: string, pictures: readonly string[]): Promise<void> {
  const tall = cell.height + cell.label
  const parts = await Promise.all(
    pictures.map(async (picture, index) => {
      const left = (index % columns) * (cell.width + 8)
      const top = Math.floor(index / columns) * (tall + 8)
      const small = await sharp(picture)
        .resize({ width: cell.width, withoutEnlargement: true })
        .toBuffer({ resolveWithObject: true })
      const height = Math.min(small.info.height, cell.height)
      const input = await sharp(small.data).extract({ left: 0, top: 0, width: small.info.width, height }).toBuffer()
      return [
        { input: labelOf(basename(picture, '.jpg')), left, top },
        { input, left, top: top + cell.label },
      ]
    }),
  )
  await sharp({
    create: { width: columns * (cell.width + 8), height: rows * (tall + 8), channels: 3, background: '#3a3f4d' },
  })
    .composite(parts.flat())
    .jpeg({ quality: 86 })
    .toFile(file)
}

function labelOf(name: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cell.width}" height="${cell.label}"><text x="4" y="17" font-family="sans-serif" font-size="15" fill="#fff">${name}</text></svg>`,
  )
}
