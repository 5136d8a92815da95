import type { SiteLanguage } from '#domain/site-language.ts'
import type { RecordsMessages } from '#i18n/ko/records.ts'

/** The messages of a statement file, which the server writes in the member's language. */
export type StatementMessages = RecordsMessages['records']['statement']

const loaders = {
  ko: () => import('#i18n/ko/records.ts'),
  en: () => import('#i18n/en/records.ts'),
  jp: () => import('#i18n/jp/records.ts'),
  vn: () => import('#i18n/vn/records.ts'),
  cn: () => import('#i18n/cn/records.ts'),
} as const satisfies Record<SiteLanguage, () => Promise<{ messages: RecordsMessages }>>

/** Loads the messages of one language. Only those without arguments can be printed as they are. */
export async function loadStatementMessages(language: SiteLanguage): Promise<StatementMessages> {
  const { messages } = await loaders[language]()
  return messages.records.statement
}
