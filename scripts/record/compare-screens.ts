import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Difference } from './compare.ts'

/** Two pictures of one screen by their pixels. */

/** Smaller differences of a channel are caused by the smoothing of edges. */
const leastStep = 24
/** How many pixels in a million may differ: a caret or one small icon in a page, less than a letter of a heading. */
const allowedPerMillion = 200

export async function compareScreens(before: string, after: string): Promise<Difference[]> {
  const [old, young] = await Promise.all([before, after].map(async (folder) => new Set(await readdir(folder))))
  const names = [...new Set([...(old ?? []), ...(young ?? [])])].filter((name) => name.endsWith('.png')).toSorted()
  const found: Difference[] = []
  for (const name of names) {
    const what = `screens: ${name.replace('.png', '')}`
    if (old?.has(name) !== true) found.push({ what, before: '‹nothing›', after: 'a picture' })
    else if (young?.has(name) !== true) found.push({ what, before: 'a picture', after: '‹nothing›' })
    else {
      const difference = await comparePictures(join(before, name), join(after, name))
      if (difference !== null) found.push({ what, before: join(before, name), after: difference })
    }
  }
  return found
}

/** null when they are alike; else how they differ. */
export async function comparePictures(before: string, after: string): Promise<string | null> {
  const read = (file: string) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [old, young] = await Promise.all([read(before), read(after)])
  const size = ({ info }: { info: { width: number; height: number } }): string => `${info.width} x ${info.height} px`
  if (size(old) !== size(young)) return `${size(young)} instead of ${size(old)}`
  const { count, top, bottom } = differentPixels(old.data, young.data, old.info.width)
  const perMillion = (count * 3_000_000) / old.data.length
  if (perMillion <= allowedPerMillion) return null
  return `${after}: ${count} pixels differ (${Math.round(perMillion)} in a million), rows ${top} to ${bottom}`
}

/**
 * Counts the pixels (three bytes each) of which a channel differs; also returns the first and the last of their rows.
 */
export function differentPixels(
  old: Uint8Array,
  young: Uint8Array,
  width: number,
): { count: number; top: number; bottom: number } {
  let count = 0
  let top = -1
  let bottom = -1
  for (let at = 0; at < old.length; at += 3) {
    const isAlike = [0, 1, 2].every(
      (channel) => Math.abs((old[at + channel] ?? 0) - (young[at + channel] ?? 0)) < leastStep,
    )
    if (isAlike) continue
    count += 1
    bottom = Math.floor(at / 3 / width)
    if (top === -1) top = bottom
  }
  return { count, top, bottom }
}
