import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { ParFigures } from '../src/web/play/slot/par-figures.ts'

const folder = join(import.meta.dirname, '../docs/par')

/**
 * `par:figures`: what the window shows of each published par sheet. The sheets themselves have the whole distribution of
 * a machine's wins, many times as large as the window.
 */
export function parPlugin(): Plugin {
  const id = 'par:figures'
  return {
    name: 'baize:par',
    resolveId: (asked) => (asked === id ? `\0${id}` : null),
    async load(asked) {
      if (asked !== `\0${id}`) return null
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
      const figures = await Promise.all(
        names.map(async (name) => [name.slice(0, -'.json'.length), await figuresOf(join(folder, name))] as const),
      )
      for (const name of names) this.addWatchFile(join(folder, name))
      return { code: `export const figures = ${JSON.stringify(Object.fromEntries(figures))}`, map: null }
    },
  }
}

async function figuresOf(file: string): Promise<ParFigures> {
  const sheet = JSON.parse(await readFile(file, 'utf8')) as ParFigures
  const { mathHash, deviation, hitRate, hitsAtOrBelowStake, feature, largestWin, oneShort } = sheet
  return {
    mathHash,
    deviation,
    hitRate,
    hitsAtOrBelowStake,
    ...(feature && { feature: { spinsPerFeature: feature.spinsPerFeature } }),
    largestWin,
    ...(oneShort && { oneShort: { implied: oneShort.implied } }),
  }
}
