import { gzipSync } from 'node:zlib'
import { offeredLocales, withLocale } from '#i18n/locales.ts'
import type { Program } from './program.ts'

/** What the home may load, compressed, before it has been taken over: everything its document names. */
const budgets = { script: 75 * 1024, style: 12 * 1024 } as const

const named = {
  script: /<(?:script [^>]*src|link rel="modulepreload" href)="([^"]+)"/g,
  style: /<link rel="stylesheet" href="([^"]+)"/g,
} as const satisfies Record<keyof typeof budgets, RegExp>

/** Weighs the home of every language; throws at one that is too heavy, and at one that names nothing to weigh. */
export async function keepBudgets(program: Pick<Program, 'site'>): Promise<void> {
  for (const locale of offeredLocales) {
    const answer = await fetch(program.site + withLocale(locale, '/'))
    const page = await answer.text()
    if (!answer.ok) throw new Error(`the home of ${locale} answered ${answer.status}`)
    for (const kind of ['script', 'style'] as const) {
      const addresses = [...page.matchAll(named[kind])].map(([, address = '']) => address)
      if (addresses.length === 0) throw new Error(`the home of ${locale} names no ${kind}`)
      const sizes = await Promise.all(addresses.map((address) => weigh(program.site + address)))
      const sum = sizes.reduce((all, size) => all + size, 0)
      if (sum > budgets[kind]) {
        const parts = addresses.map((address, index) => `${address} ${sizes[index]}`).join('\n')
        throw new Error(`the home of ${locale} loads ${sum} bytes of ${kind}, ${budgets[kind]} are allowed:\n${parts}`)
      }
    }
  }
}

async function weigh(address: string): Promise<number> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return gzipSync(Buffer.from(await answer.arrayBuffer()), { level: 9 }).length
}
