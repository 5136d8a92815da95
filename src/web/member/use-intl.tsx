import { createContext, use, useMemo, type ReactNode } from 'react'

/**
 * The part of `use-intl/react` that the member site uses, in a quarter of its size: the home waits for it. The build of the
 * site puts it in place of the package (`vite.config.ts`), whose types stay; tests and the other apps use the package.
 * Messages are those that `icu-minify` has compiled (`scripts/message-plugin.ts`).
 */

/**
 * A compiled message: a text, or a list of texts and arguments. An argument is `[name]`, `[name, 1, options]` for a choice,
 * `[name, 2, options]` for a plural, `[name, 4]` for a number; 0 is the number of the plural around it.
 */
type Message = string | readonly Part[]
type Part = string | 0 | readonly [name: string, kind?: number, options?: Readonly<Record<string, Message | 0>>]
type Values = Readonly<Record<string, unknown>>

const plural = 2

/**
 * The text of a compiled message: texts, arguments, numbers, choices and plurals. A test compares it with `use-intl` for every
 * message of the site; there are no ordinals, dates, formats of numbers or tags.
 */
export function formatMessage(message: Message, locale: string, values: Values = {}, counted?: unknown): string {
  if (typeof message === 'string') return message
  return message.map((part) => formatPart(part, locale, values, counted)).join('')
}

function formatPart(part: Part, locale: string, values: Values, counted: unknown): string {
  if (typeof part === 'string') return part
  const format = (value: unknown): string => new Intl.NumberFormat(locale).format(value as number)
  if (part === 0) return format(counted)
  const [name, kind, options] = part
  const value = values[name]
  if (kind === undefined) return String(value)
  if (options === undefined) return format(value)
  const isPlural = kind === plural
  const branch =
    (isPlural
      ? (options[`=${String(value)}`] ?? options[new Intl.PluralRules(locale).select(value as number)])
      : options[String(value)]) ??
    options['other'] ??
    ''
  return formatMessage(branch === 0 ? [0] : branch, locale, values, isPlural ? value : counted)
}

type Intl = { locale: string; messages: unknown; timeZone: string; onError: (error: Error) => void }

const IntlContext = createContext<Intl | null>(null)

/** Provides language, messages and time zone; `onError` is called for each text that is missing. */
export function IntlProvider({
  children,
  locale,
  messages,
  timeZone,
  onError,
}: Intl & { children: ReactNode }): ReactNode {
  const value = useMemo(() => ({ locale, messages, timeZone, onError }), [locale, messages, timeZone, onError])
  return <IntlContext value={value}>{children}</IntlContext>
}

type Translate = { (key: string, values?: Values): string; has: (key: string) => boolean }

/** The texts below a key: `t('name', { argument })`; `t.has` tells whether there is one. A missing text is reported, and its key shown. */
export function useTranslations(namespace: string): Translate {
  const intl = use(IntlContext)
  if (intl === null) throw new Error('useTranslations is called outside the page')
  return useMemo(() => {
    const { locale, messages, onError } = intl
    const find = (key: string): Message | undefined => {
      let found: unknown = messages
      for (const step of `${namespace}.${key}`.split('.'))
        found = (found as Record<string, unknown> | undefined)?.[step]
      return found as Message | undefined
    }
    const translate = (key: string, values?: Values): string => {
      const found = find(key)
      if (found !== undefined) return formatMessage(found, locale, values)
      onError(new Error(`MISSING_MESSAGE: ${namespace}.${key}`))
      return `${namespace}.${key}`
    }
    return Object.assign(translate, { has: (key: string) => find(key) !== undefined })
  }, [intl, namespace])
}
