import type { OfficeBookRun } from '#contract/books.ts'
import { intlLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl'

/** Labels of a check run: trigger, result, duration and rows read. */
export function useRunLabels() {
  const t = useTranslations('office.books')
  const locale = intlLocale[useLocaleCode()]
  return {
    why: (run: OfficeBookRun): string => (run.why === 'operator' ? t('operator', { by: run.by ?? '–' }) : t(run.why)),
    result: (run: OfficeBookRun): string => t(`outcomes.${run.outcome ?? 'open'}`, { count: run.faultCount }),
    took: (run: OfficeBookRun): string => {
      if (run.beganAt === null || run.endedAt === null) return '–'
      const ms = Date.parse(run.endedAt) - Date.parse(run.beganAt)
      return t('seconds', { seconds: Math.round(ms / 100) / 10 })
    },
    rows: (run: OfficeBookRun): string => (run.rows === null ? '–' : new Intl.NumberFormat(locale).format(run.rows)),
  }
}
