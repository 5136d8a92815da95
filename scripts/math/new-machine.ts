import { usualLines } from '#domain/games/slot/usual-lines.ts'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { drawFrom } from '#domain/games/draw.ts'
import type { Game, GameSymbol } from '#domain/games/game.ts'
import { cipherStream } from './chance.ts'
import { shuffledStrip } from './strip-order.ts'

/**
 * A new machine's folder of data: playable at once, sound by every check, and not yet tuned. The designer replaces what
 * it holds; `docs/recipes.md` leads from there.
 */

const lines = usualLines.slice(0, 10)

const paytable = {
  wild: [0, 0, 50, 200, 1000],
  scatter: [0, 0, 20, 100, 500],
  first: [0, 0, 40, 150, 600],
  second: [0, 0, 30, 100, 400],
  third: [0, 0, 20, 60, 250],
  ace: [0, 0, 10, 30, 120],
  king: [0, 0, 8, 25, 100],
  queen: [0, 0, 5, 20, 80],
}

const symbols: GameSymbol[] = Object.keys(paytable).map((id) => ({
  id,
  kind: id === 'wild' || id === 'scatter' ? id : 'ordinary',
}))

/** How often each symbol is on every strip. */
const counts = [1, 1, 3, 3, 4, 5, 5, 6]

/** The machine that a new folder holds: 5 x 3, 10 lines, a wild, and 8 free spins at 3 scatters. */
export function skeletonMachine(code: string): Game {
  const grid = { reels: 5, rows: 3 }
  const draw = drawFrom(cipherStream(`new ${code}`))
  const reelSet = () => Array.from({ length: grid.reels }, () => shuffledStrip({ symbols, grid }, counts, draw))
  return {
    code,
    version: 1,
    grid,
    symbols,
    strips: { base: reelSet(), free: reelSet() },
    paytable,
    winMode: { kind: 'lines', lines },
    features: [
      {
        kind: 'free-spins',
        trigger: { symbol: 'scatter', count: 3 },
        spins: 8,
        multiplier: 2,
        strips: 'free',
        spinsLimit: 24,
      },
    ],
    unitsPerStake: lines.length,
    stakes: [200, 400, 1000, 2000],
    maxWinTimesStake: 2000,
  }
}

/** The sources of a new machine by file name. */
export function machineSources(game: Game): Record<'game.ts' | 'strips.ts' | 'targets.ts', string> {
  const name = camelCase(game.code)
  const sets = Object.entries(game.strips)
  const data = Object.entries(game).map(([key, value]) => {
    const strips = sets.map(([set]) => `${set}: reelSetOf(${name}Strips.${set})`).join(', ')
    return `  ${key}: ${key === 'strips' ? `{ ${strips} }` : sourceOf(value)},`
  })
  return {
    'game.ts': [
      `import type { Game } from '#domain/games/game.ts'`,
      `import { reelSetOf } from '#domain/games/slot/reel-set.ts'`,
      `import { ${name}Strips } from './strips.ts'`,
      '',
      `/** ${titleOf(game.code)}: 5 x 3, 10 lines, a wild, and free spins at three scatters. */`,
      `export const ${name}: Game = {`,
      ...data,
      '}',
      '',
    ].join('\n'),
    'strips.ts': [
      `/** The reel strips of ${titleOf(game.code)}. */`,
      `export const ${name}Strips = {`,
      ...sets.map(([set, strips]) => `  ${set}: [${strips.map((strip) => `'${strip.join(' ')}'`).join(', ')}],`),
      '}',
      '',
    ].join('\n'),
    'targets.ts': [
      `import type { MachineTargets } from '#domain/games/slot/targets.ts'`,
      '',
      `export const ${name}Targets: MachineTargets = {`,
      '  return: { aim: 0.96, within: 0.002 },',
      '  featureShare: { aim: 0.3, within: 0.03 },',
      '  spinsPerFeature: { aim: 160, within: 15 },',
      '  hitRate: { aim: 0.28, within: 0.03 },',
      '  deviation: { aim: 6, within: 1.5 },',
      '}',
      '',
    ].join('\n'),
  }
}

/** The source of the workshop with the machine added. */
export function withMachine(workshop: string, code: string): string {
  const name = camelCase(code)
  const folder = `./slot/machines/${code}`
  const imports = [
    `import { ${name} } from '${folder}/game.ts'`,
    `import { ${name}Targets } from '${folder}/targets.ts'`,
  ].join('\n')
  const types = `import type { MachineTargets }`
  const entry = `  { game: ${name}, names: { en: '${titleOf(code)}' }, targets: ${name}Targets },\n`
  return workshop.replace(types, `${imports}\n${types}`).replace(/\]\n$/, `${entry}]\n`)
}

/** Makes the folder and adds the machine to the workshop. Throws where the code is not fit or taken. */
export async function createMachine(code: string): Promise<string[]> {
  const folder = `src/domain/games/slot/machines/${code}`
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(code)) throw new RangeError(`"${code}" is not a name like night-market.`)
  if (existsSync(folder)) throw new RangeError(`${folder} exists already.`)
  await mkdir(folder, { recursive: true })
  const sources = Object.entries(machineSources(skeletonMachine(code)))
  for (const [file, source] of sources) await writeFile(`${folder}/${file}`, source)
  const workshop = 'src/domain/games/workshop.ts'
  await writeFile(workshop, withMachine(await readFile(workshop, 'utf8'), code))
  return [...sources.map(([file]) => `${folder}/${file}`), workshop]
}

function camelCase(code: string): string {
  return code.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

function titleOf(code: string): string {
  const title = code.replaceAll(
    /(^|-)(.)/g,
    (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`,
  )
  return title.replaceAll(' Of ', ' of ')
}

/** A value as TypeScript; the formatter does the rest. */
function sourceOf(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(/"([a-zA-Z]\w*)":/g, '$1: ')
    .replaceAll('"', "'")
}
