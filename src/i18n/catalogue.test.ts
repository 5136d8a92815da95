import { globSync } from 'node:fs'
import compile from 'icu-minify/compile'
import { describe, expect, it } from 'vitest'
import type { Catalogue } from '../../scripts/catalogues.ts'
import { argumentsOf } from '../../scripts/key-messages.ts'
import { bundledLocales } from './locales.ts'
import { messageParts } from './parts.ts'

/** The files of the Korean catalogue: `help.ts`, `office/help.ts`. */
const files = filesOf('ko')

function filesOf(locale: string): string[] {
  return globSync('**/*.ts', { cwd: new URL(`${locale}/`, import.meta.url) }).toSorted()
}

async function messagesOf(locale: string, file: string): Promise<Catalogue> {
  const { messages } = (await import(`./${locale}/${file}`)) as { messages: Catalogue }
  return messages
}

function flatten(catalogue: Catalogue, path = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[`${path}${key}`, text]] : flatten(text, `${path}${key}.`),
  )
}

describe('the catalogues', () => {
  for (const file of files) {
    for (const locale of bundledLocales.filter((one) => filesOf(one).includes(file))) {
      it(`${locale}/${file} has every message of the Korean file, with the same arguments`, async () => {
        const [base, own] = await Promise.all([messagesOf('ko', file), messagesOf(locale, file)])
        const wanted = flatten(base).map(([key, text]) => [key, argumentsOf(compile(text))])
        const given = flatten(own).map(([key, text]) => [key, argumentsOf(compile(text))])
        expect(Object.fromEntries(given)).toEqual(Object.fromEntries(wanted))
        expect(flatten(own).filter(([, text]) => text.trim() === '')).toEqual([])
      })
    }
  }

  it('no Korean text is copied into another language', async () => {
    const copied: string[] = []
    for (const file of files) {
      const korean = flatten(await messagesOf('ko', file)).filter(([, text]) => /[가-힣]/.test(text))
      for (const locale of bundledLocales.filter((one) => one !== 'ko' && filesOf(one).includes(file))) {
        const own = new Map(flatten(await messagesOf(locale, file)))
        copied.push(...korean.filter(([key, text]) => own.get(key) === text).map(([key]) => `${locale}/${file} ${key}`))
      }
    }
    expect(copied).toEqual([])
  })

  it('each top-level key is in one file and in one part', async () => {
    const member = files.filter((file) => !file.startsWith('office/'))
    const keys = (await Promise.all(member.map((file) => messagesOf('ko', file)))).flatMap((one) => Object.keys(one))
    const parts: readonly string[] = Object.values(messageParts).flat()
    expect(parts.toSorted()).toEqual([...keys, 'office'].toSorted())
  })
})
