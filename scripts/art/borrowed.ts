/** Silhouettes taken from the Game Icons collection; every one is listed in `attributions.ts`. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { BorrowedName } from './attributions.ts'

type Collection = { readonly icons: Readonly<Record<string, { readonly body: string } | undefined>> }

let collection: Collection | undefined

/** The SVG markup of a silhouette in a box of 512 x 512. Throws when the package no longer has it. */
export function borrowed(name: BorrowedName): string {
  collection ??= JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json'), 'utf8'),
  ) as Collection
  const icon = collection.icons[name]
  if (icon === undefined) throw new Error(`@iconify-json/game-icons has no silhouette "${name}"`)
  return icon.body
}
