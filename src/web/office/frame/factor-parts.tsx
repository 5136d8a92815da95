import { Center, Loader } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { answerFactorPrompts, closePromptOnEscape, factorPrompts } from '#web/office/kit/factor-prompt.ts'
import { Problem } from '#web/office/kit/states.tsx'
import { useLoaded } from '#web/office/kit/use-loaded.ts'
import { showFailure } from '#web/office/kit/use-office.ts'
import { reloadOffice } from '#web/office/page-loader.ts'
import { useStore } from '#web/shared/store.ts'
import type { OfficeLocale } from './locale.ts'

/** The page and the dialog of the second factor: their code is loaded when they are first needed. */

type GateProps = { locale: OfficeLocale; setLocale: (locale: OfficeLocale) => void }

const loadGate = async () => (await import('#web/office/pages/factor/factor-gate.tsx')).FactorGate
const loadDialog = async () => (await import('#web/office/kit/factor-dialog.tsx')).FactorDialog

/** The page of a session that needs its second factor first. */
export function LimitedPage(props: GateProps): ReactNode {
  const t = useTranslations('office')
  const { Loaded, hasFailed } = useLoaded(loadGate, true)
  if (Loaded !== null) return <Loaded {...props} />
  if (hasFailed) return <Problem text={t('errors.load')} retry={() => void reloadOffice()} />
  return (
    <Center mih="60dvh">
      <Loader aria-label={t('common.loading')} />
    </Center>
  )
}

/** The dialog while calls wait for a proof. */
export function FactorPrompts(): ReactNode {
  useEffect(closePromptOnEscape, [])
  const t = useTranslations('office.errors')
  const isWaiting = useStore(factorPrompts).length > 0
  const { Loaded, hasFailed } = useLoaded<object>(loadDialog, isWaiting)
  const isStuck = isWaiting && hasFailed
  useEffect(() => {
    if (!isStuck) return
    answerFactorPrompts(false)
    showFailure(t('load'))
  }, [isStuck, t])
  return Loaded === null ? null : <Loaded />
}
