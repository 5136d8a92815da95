import { Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '#web/shared/store.ts'
import { callFactors } from './call-roles.ts'
import { answerFactorPrompts, factorPrompts, type FactorPrompt } from './factor-prompt.ts'
import classes from './forms.module.css'
import { ProofForm } from './proof-form.tsx'
import { LoadingRows, Problem } from './states.tsx'
import { useOfficeRead } from './use-office.ts'

/** Asks for the second factor while calls wait for it; mounted once by the app. */
export function FactorDialog(): ReactNode {
  const [first] = useStore(factorPrompts)
  return first === undefined ? null : <Dialog prompt={first} />
}

function Dialog({ prompt }: { prompt: FactorPrompt }): ReactNode {
  const t = useTranslations('office')
  const read = useOfficeRead('get-factors', {})
  const why =
    prompt.needs === 'recent' ? 'recentText' : callFactors[prompt.name] === 'recent' ? 'amountText' : 'eachText'
  return (
    <Modal opened onClose={() => answerFactorPrompts(false)} title={t('factor.title')}>
      <div className={classes.form}>
        <Text>{t(`factor.${why}`)}</Text>
        {read.data !== undefined ? (
          <ProofForm
            factors={read.data.factors}
            mayRecover={false}
            forAct={prompt.needs === 'act'}
            onProven={() => answerFactorPrompts(true)}
          />
        ) : read.error === null ? (
          <LoadingRows rows={2} />
        ) : (
          <Problem text={t('errors.load')} retry={() => void read.refetch()} />
        )}
      </div>
    </Modal>
  )
}
