import { sitePaths } from '#web/member/site-paths.ts'
import type { Stage } from './scene.ts'
import { newVisitor, visitFromHome, weighHomes, type Weight } from './weights.ts'

/** What pages may weigh. Bytes are the same on every machine, so they are held by a test; times are for the benches. */

const kib = 1024

/** What the home's document names, loaded before it is taken over. The rest comes after. */
const home: Weight = { script: 71 * kib, style: 8 * kib, font: 112 * kib }

/** What a page may add, scripts and sheets together, to what the home has loaded. */
const page = 40 * kib

/** Weighs the home of every language; throws at one that is too heavy. */
export async function keepHomeBudget(stage: Pick<Stage, 'program'>): Promise<void> {
  for (const [locale, { weight, files }] of await weighHomes(stage.program)) {
    for (const kind of ['script', 'style', 'font'] as const) {
      if (weight[kind] <= home[kind]) continue
      throw new Error(
        `the home of ${locale} loads ${weight[kind]} bytes of ${kind}, ${home[kind]} are allowed:\n${files.join('\n')}`,
      )
    }
  }
}

/** Visits every page as a member who comes from the home; throws at one that loads too much. */
export async function keepPageBudgets(stage: Stage): Promise<void> {
  const { backstage } = stage.program
  const token = await backstage.signIn(await backstage.newMember())
  const visitor = await newVisitor(stage, token)
  const heavy: string[] = []
  try {
    for (const path of Object.keys(sitePaths)) {
      const { more } = await visitFromHome(stage, visitor, path)
      const sum = more.weight.script + more.weight.style
      if (sum > page) heavy.push(`${path} loads ${sum} bytes more, ${page} are allowed:\n${more.files.join('\n')}`)
    }
  } finally {
    await visitor.close()
  }
  if (heavy.length > 0) throw new Error(heavy.join('\n'))
}
