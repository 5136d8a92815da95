import { render, screen } from '@testing-library/react'
import compile from 'icu-minify/compile'
import { createElement } from 'react'
import { createTranslator } from 'use-intl/core'
import { expect, it, vi } from 'vitest'
import { intlLocale, offeredLocales } from '#i18n/locales.ts'
import { formatMessage, IntlProvider, useTranslations } from './use-intl.tsx'

type Catalogue = { readonly [key: string]: string | Catalogue }

const catalogues = import.meta.glob<Catalogue>('../../i18n/*/*.ts', { eager: true, import: 'messages' })

const values = [0, 1, 21, 1_234_567, 'slot']

function flatten(catalogue: Catalogue, path = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[`${path}${key}`, text]] : flatten(text, `${path}${key}.`),
  )
}

it.each(offeredLocales)('writes every message of %s as use-intl does', (locale) => {
  const files = Object.entries(catalogues).filter(([path]) => path.includes(`/${locale}/`))
  const messages = Object.assign({}, ...files.map(([, file]) => file)) as Catalogue
  const t = createTranslator({ locale: intlLocale[locale], messages, onError: () => {} }) as (
    key: string,
    values: Record<string, unknown>,
  ) => string
  const texts = flatten(messages).filter(([, text]) => text.includes('{'))
  expect(texts.length).toBeGreaterThan(100)
  for (const [key, text] of texts) {
    const compiled = compile(text) as Parameters<typeof formatMessage>[0]
    const names = [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name)
    for (const value of values) {
      // A number is needed where a message counts.
      const isNumber = /, (?:plural|number|selectordinal)/.test(text)
      if (isNumber && typeof value === 'string') continue
      const given = Object.fromEntries(names.map((name) => [name, value]))
      expect([key, formatMessage(compiled, intlLocale[locale], given)]).toEqual([key, t(key, given)])
    }
  }
})

it('chooses exact numbers, plurals and choices, and counts within them', () => {
  const text = '{count, plural, =0 {none} one {# game} other {# games}} for {kind, select, slot {slots} other {all}}'
  const message = compile(text) as Parameters<typeof formatMessage>[0]
  const write = (count: number, kind: string) => formatMessage(message, 'en-US', { count, kind })
  expect(write(0, 'slot')).toBe('none for slots')
  expect(write(1, 'table')).toBe('1 game for all')
  expect(write(1_200, 'slot')).toBe('1,200 games for slots')
})

it('shows the key of a missing text and reports it, and tells which there are', () => {
  const onError = vi.fn<(error: Error) => void>()
  const Texts = () => {
    const t = useTranslations('frame')
    return createElement('p', null, `${t('menu')}, ${t('absent')}, ${t.has('menu')}, ${t.has('absent')}`)
  }
  const intl = { locale: 'en-US', messages: { frame: { menu: 'Menu' } }, timeZone: 'UTC', onError }
  render(
    <IntlProvider {...intl}>
      <Texts />
    </IntlProvider>,
  )
  expect(screen.getByText('Menu, frame.absent, true, false')).toBeTruthy()
  expect(onError).toHaveBeenCalledWith(new Error('MISSING_MESSAGE: frame.absent'))
})

it('has all that the pages use of the package', () => {
  const sources = import.meta.glob<string>(['../{member,shared}/**/*.{ts,tsx}', '!**/*.test.*'], {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const others = /\b(?:useFormatter|useTimeZone|useLocale|useMessages)\(|\bt\.(?:rich|markup|raw)\(/
  expect(Object.keys(sources).length).toBeGreaterThan(100)
  expect(Object.keys(sources).filter((path) => others.test(sources[path] ?? ''))).toEqual([])
})
