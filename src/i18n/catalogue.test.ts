import { existsSync, readdirSync } from 'node:fs'
import compile from 'icu-minify/compile'
import { describe, expect, it } from 'vitest'
import { argumentsOf, type Catalogue } from '../../scripts/key-messages.ts'
import { bundledLocales } from './locales.ts'

/** Every part of the Korean catalogue except `office`, which exists in two languages only. */
const parts = [
  '',
  ...readdirSync(new URL('ko/', import.meta.url))
    .map((name) => name.replace(/\.ts$/, ''))
    .filter((part) => part !== 'office'),
]

async function messagesOf(locale: string, part: string): Promise<Catalogue> {
  const file = part === '' ? `./${locale}.ts` : `./${locale}/${part}.ts`
  const { messages } = (await import(file)) as { messages: Catalogue }
  return messages
}

function flatten(catalogue: Catalogue, path = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[`${path}${key}`, text]] : flatten(text, `${path}${key}.`),
  )
}

describe('the catalogues', () => {
  for (const part of parts) {
    for (const locale of bundledLocales) {
      it(`${locale}${part && `/${part}`} has every message of the Korean catalogue, with the same arguments`, async () => {
        const [base, own] = await Promise.all([messagesOf('ko', part), messagesOf(locale, part)])
        const wanted = flatten(base).map(([key, text]) => [key, argumentsOf(compile(text))])
        const given = flatten(own).map(([key, text]) => [key, argumentsOf(compile(text))])
        expect(Object.fromEntries(given)).toEqual(Object.fromEntries(wanted))
        expect(flatten(own).filter(([, text]) => text.trim() === '')).toEqual([])
      })
    }
  }

  it('no Korean text is copied into another offered language', async () => {
    const [ko, en, jp, vn, cn] = await Promise.all(
      ['ko', 'en', 'jp', 'vn', 'cn'].map(async (locale) => new Map(flatten(await messagesOf(locale, 'account')))),
    )
    const copied = [...(ko ?? [])].filter(
      ([key, text]) => /[가-힣]/.test(text) && [en, jp, vn, cn].some((other) => other?.get(key) === text),
    )
    expect(copied).toEqual([])
  })

  it('every bundled language has a catalogue file', () => {
    expect(bundledLocales.filter((locale) => !existsSync(new URL(`${locale}.ts`, import.meta.url)))).toEqual([])
  })
})
