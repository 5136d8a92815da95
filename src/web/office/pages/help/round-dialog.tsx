import { Button, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { RoundFacts } from '#web/office/kit/round-facts.tsx'

/** A button that opens the round an inquiry refers to. */
export function RoundLink({ roundId }: { roundId: string }): ReactNode {
  const t = useTranslations('office.history')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t('show')}
      </Button>
      {isOpen ? (
        <Modal opened size="lg" title={t('title')} onClose={() => setOpen(false)}>
          <RoundFacts roundId={roundId} />
        </Modal>
      ) : null}
    </>
  )
}
