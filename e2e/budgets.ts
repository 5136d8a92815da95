import { sitePaths } from '#web/member/site-paths.ts'
import type { Setup } from './scene.ts'
import { newVisitor, visitFromHome, weighHomes, type Weight } from './weights.ts'

/** Size budgets of pages. Bytes are the same on every machine, so a test checks them; times belong to the benches. */

const kib = 1024

/** The files that the home page's document references, loaded before hydration. The rest is loaded later. */
const home: Weight = { script: 71 * kib, style: 8 * kib, font: 112 * kib }

/** What another page may load in addition to the home page, scripts and style sheets together. */
const page = 40 * kib

/** Measures the home page in every language; throws if one exceeds its budget. */
export async function keepHomeBudget(setup: Pick<Setup, 'program'>): Promise<void> {
  for (const [locale, { weight, files }] of await weighHomes(setup.program)) {
    for (const kind of ['script', 'style', 'font'] as const) {
      if (weight[kind] <= home[kind]) continue
      throw new Error(
        `the home of ${locale} loads ${weight[kind]} bytes of ${kind}, ${home[kind]} are allowed:\n${files.join('\n')}`,
      )
    }
  }
}

/** Visits every page as a member coming from the home page; throws when one exceeds its budget. */
export async function keepPageBudgets(setup: Setup): Promise<void> {
  const { database } = setup.program
  const token = await database.signIn(await database.newMember())
  const visitor = await newVisitor(setup, token)
  const heavy: string[] = []
  try {
    for (const path of Object.keys(sitePaths)) {
      const { more } = await visitFromHome(setup, visitor, path)
      const sum = more.weight.script + more.weight.style
      if (sum > page) heavy.push(`${path} loads ${sum} bytes more, ${page} are allowed:\n${more.files.join('\n')}`)
    }
  } finally {
    await visitor.close()
  }
  if (heavy.length > 0) throw new Error(heavy.join('\n'))
}
