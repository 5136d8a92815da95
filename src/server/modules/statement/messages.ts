import type { SiteLanguage } from '#domain/site-language.ts'
import type { StatementMessages as Messages } from '#i18n/ko/statement.ts'

/** The messages of a statement file, which the server writes in the member's language. */
export type StatementMessages = Messages['statement']

const loaders = {
  ko: () => import('#i18n/ko/statement.ts'),
  en: () => import('#i18n/en/statement.ts'),
  jp: () => import('#i18n/jp/statement.ts'),
  vn: () => import('#i18n/vn/statement.ts'),
  cn: () => import('#i18n/cn/statement.ts'),
} as const satisfies Record<SiteLanguage, () => Promise<{ messages: Messages }>>

/** Loads the messages of one language. Only those without arguments can be printed as they are. */
export async function loadStatementMessages(language: SiteLanguage): Promise<StatementMessages> {
  const { messages } = await loaders[language]()
  return messages.statement
}
