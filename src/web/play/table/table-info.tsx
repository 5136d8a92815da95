import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import { CopyValue } from '#web/play/kit/copy-value.tsx'
import type { LoadedKind } from './table-kind.ts'
import type { TableSession } from './table-session.ts'
import style from './table-info.module.css'

/** The bets with odds, edge and limits, the rules, and the keys. */
export function TableInfo(props: {
  kind: LoadedKind
  session: TableSession
  game: TableGame
  name: string
  onClose: () => void
}): ReactNode {
  const { kind, session, game, name, onClose } = props
  const t = useTranslations('table.info')
  return (
    <Dialog title={t('title', { game: name })} onClose={onClose} size="sheet">
      <div className={style.panel}>
        <kind.Info session={session} game={game} />
        <dl>
          <CopyValue term={t('mathHash')} value={session.game.mathHash} />
        </dl>
      </div>
    </Dialog>
  )
}
