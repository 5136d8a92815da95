import { drawAssets, findStale } from './art/draw.ts'
import { readAssets } from './art/assets.ts'
import { readCommand, runCommand } from './command.ts'

/** `npm run art`: draws the pictures and cuts the fonts of `assets/` whose sources have changed. */

const usage = `art [-- --check | --all]
  Draws the pictures and cuts the fonts of assets/ whose sources have changed; commit what it writes.
  --check   only lists the stale files, and exits with 1 when there are any
  --all     draws everything again`

const { values } = readCommand(usage, {
  check: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
})

async function main(): Promise<number> {
  const begun = performance.now()
  if (!values.check) {
    const drawn = await drawAssets({ isForced: values.all, onProgress: (line) => console.log(`  ${line}`) })
    console.log(`${drawn.length} drawn in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
    return 0
  }
  const { pictures, fonts } = await findStale(await readAssets())
  const stale = [...pictures.map(({ of }) => of.name), ...fonts.map(({ of }) => `fonts/${of.name}`)]
  for (const name of stale) console.error(`  ${name} is stale.`)
  console.log(stale.length === 0 ? 'Everything in assets/ is up to date.' : 'Run npm run art and commit assets/.')
  return stale.length === 0 ? 0 : 1
}

await runCommand(main)
