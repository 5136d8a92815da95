import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { useStore } from '#web/shared/store.ts'
import type { SeedKeeper } from './seed-keeper.ts'
import type { BeginEnd } from './seed-step.ts'

/**
 * Asks the member about a pair in use that began with a client seed which was not chosen in this browser: no round is
 * played on it before. Another device may have begun it, and so may a dishonest server.
 */
export function ForeignPair({ seeds }: { seeds: SeedKeeper }): ReactNode {
  const t = useTranslations('play.fairness')
  const { foreignPair } = useStore(seeds.state)
  const [busy, setBusy] = useState(false)
  const [end, setEnd] = useState<BeginEnd | null>(null)
  if (foreignPair === null) return null
  const begin = async () => {
    setBusy(true)
    setEnd(await seeds.beginOwn())
    setBusy(false)
  }
  return (
    <Dialog title={t('foreignTitle', { pair: foreignPair })} onClose={() => undefined} mustAnswer>
      <p>{t('foreignText')}</p>
      <p role="alert">{end !== null && end.kind !== 'begun' && t(end.kind)}</p>
      <DialogActions>
        <Button disabled={busy} onClick={seeds.acceptPair}>
          {t('foreignGoOn')}
        </Button>
        <Button variant="gilt" busy={busy} onClick={() => void begin()}>
          {t('foreignBegin')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
