import type { SiteLanguage } from '#domain/notice.ts'
import type { RecordsMessages } from '#i18n/ko/records.ts'

/** The words of a statement. Here alone the server speaks to people: a file is a page it prints itself. */
export type StatementWords = RecordsMessages['records']['statement']

const loaders = {
  ko: () => import('#i18n/ko/records.ts'),
  en: () => import('#i18n/en/records.ts'),
  jp: () => import('#i18n/jp/records.ts'),
  vn: () => import('#i18n/vn/records.ts'),
  cn: () => import('#i18n/cn/records.ts'),
} as const satisfies Record<SiteLanguage, () => Promise<{ messages: RecordsMessages }>>

/** The words of one language; of them only those without arguments may be printed as they are. */
export async function loadStatementWords(language: SiteLanguage): Promise<StatementWords> {
  const { messages } = await loaders[language]()
  return messages.records.statement
}
