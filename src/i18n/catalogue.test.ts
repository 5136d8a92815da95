import { existsSync, readdirSync } from 'node:fs'
import compile from 'icu-minify/compile'
import { describe, expect, it } from 'vitest'
import { argumentsOf, type Catalogue } from '../../scripts/key-words.ts'
import { bundledLocales } from './locales.ts'

/** Every part the Korean has, but for the office's, which speaks two languages only. */
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
  return Object.entries(catalogue).flatMap(([key, word]): [string, string][] =>
    typeof word === 'string' ? [[`${path}${key}`, word]] : flatten(word, `${path}${key}.`),
  )
}

describe('the catalogues', () => {
  for (const part of parts) {
    for (const locale of bundledLocales) {
      it(`${locale}${part && `/${part}`} has every word, with the arguments of the Korean one`, async () => {
        const [base, own] = await Promise.all([messagesOf('ko', part), messagesOf(locale, part)])
        const wanted = flatten(base).map(([key, word]) => [key, argumentsOf(compile(word))])
        const given = flatten(own).map(([key, word]) => [key, argumentsOf(compile(word))])
        expect(Object.fromEntries(given)).toEqual(Object.fromEntries(wanted))
        expect(flatten(own).filter(([, word]) => word.trim() === '')).toEqual([])
      })
    }
  }

  it('says the same in no two of the offered languages, but for names and signs', async () => {
    const [ko, en, jp, vn, cn] = await Promise.all(
      ['ko', 'en', 'jp', 'vn', 'cn'].map(async (locale) => new Map(flatten(await messagesOf(locale, 'account')))),
    )
    const copied = [...(ko ?? [])].filter(
      ([key, word]) => /[가-힣]/.test(word) && [en, jp, vn, cn].some((other) => other?.get(key) === word),
    )
    expect(copied).toEqual([])
  })

  it('keeps the catalogue of every bundled language where it is looked for', () => {
    expect(bundledLocales.filter((locale) => !existsSync(new URL(`${locale}.ts`, import.meta.url)))).toEqual([])
  })
})
