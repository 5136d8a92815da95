import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { call } from '#web/shared/api.ts'
import { Button } from '#web/shared/button.tsx'
import { safeStorage } from '#web/shared/safe-storage.ts'
import { loadChain, parseStoredSeeds, saveEvidence, seedStorageKey } from '#web/shared/seed-evidence.ts'
import { toast } from '#web/shared/toasts.tsx'
import style from './exclusion-text.module.css'

/**
 * Saves the member's seed pairs, with what game windows of this browser stored, for members who may not open a window.
 * Needs the messages of `limits`.
 */
export function SaveEvidence(): ReactNode {
  const t = useTranslations('limit.evidence')
  const save = useMutation({ mutationFn: saveOwnEvidence })
  const submit = async (): Promise<void> => {
    const end = await save.mutateAsync().catch(() => 'failed' as const)
    toast(t(end), end === 'saved' ? 'success' : 'info')
  }
  return (
    <div className={style.evidence}>
      <p className={style.text}>{t('text')}</p>
      <Button busy={save.isPending} onClick={() => void submit()}>
        {t('save')}
      </Button>
    </div>
  )
}

async function saveOwnEvidence(): Promise<'saved' | 'none'> {
  let member = ''
  const pairs = await loadChain(async (page) => {
    const answer = await call('get-seeds', page)
    member = answer.member
    return answer.pairs
  })
  if (pairs === null || pairs.length === 0) return 'none'
  const stored = parseStoredSeeds(safeStorage()?.getItem(seedStorageKey(member)) ?? null)
  saveEvidence(member, stored ?? { receipts: [], faults: [] }, pairs)
  return 'saved'
}
