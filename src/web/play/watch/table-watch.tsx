import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { LoadedKind } from '#web/play/table/table-kind.ts'
import { WatchBar } from './watch-bar.tsx'
import { useWatchSound, WatchFrame } from './watch-frame.tsx'
import type { WatchedTable } from './watched-round.ts'
import style from './table-watch.module.css'

/** A past round of a table, as its stage showed it: without seats, bets and members. */
export function TableWatch(props: {
  brandName: string
  manifest: ArtManifest
  kind: LoadedKind
  game: TableGame
  watched: WatchedTable
}): ReactNode {
  const { brandName, manifest, kind, game, watched } = props
  const t = useTranslations('replayWatch')
  const locale = useLocaleCode()
  const { useTexts } = kind
  const texts = useTexts(game)
  const { names, dealMs, round } = watched
  const name = names[locale]
  const sound = useWatchSound(kind.sounds ?? [])
  const [run, setRun] = useState(0)
  const [isOver, setIsOver] = useState(false)
  const { day, number, outcome } = round
  const id = `watched ${number ?? 0}`
  return (
    <WatchFrame {...{ brandName, manifest, name, sound }} game={game.code}>
      <div className={style.stage}>
        <kind.Stage
          {...{ manifest }}
          sound={sound.play}
          label={t('title', { game: name })}
          deal={{ key: `${id} ${run}`, round: id, outcome, dealMs, elapsedMs: 0 }}
          isSettled={isOver}
          onEnd={() => setIsOver(true)}
        />
      </div>
      <WatchBar
        game={game.code}
        origin={day === null || number === null ? t('ofTableExample') : t('ofTable', { day, number: String(number) })}
        result={texts.outcome(outcome).title}
        odds={null}
        isOver={isOver}
        onSkip={null}
        onAgain={() => {
          setIsOver(false)
          setRun(run + 1)
        }}
      />
    </WatchFrame>
  )
}
