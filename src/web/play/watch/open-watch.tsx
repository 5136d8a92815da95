import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { load as loadBlackjackMessages } from 'messages:blackjack'
import { load as loadCardMessages } from 'messages:cards'
import { load as loadTableMessages } from 'messages:table'
import { load as loadWatchMessages } from 'messages:watch'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { withLocale, type Locale } from '#i18n/locales.ts'
import { buttonClass } from '#web/shared/button.tsx'
import { useLocaleCode, type LoadedMessages } from '#web/shared/messages.tsx'
import { ClosedWindow } from '#web/play/kit/closed-window.tsx'
import closed from '#web/play/kit/closed-window.module.css'
import { loadGame } from '#web/play/slot/machine-data.ts'
import type { TableKindParts } from '#web/play/table/table-kind.ts'
import { readSeatRound, readSlotRound, readTableRound } from './watched-round.ts'

type Deps = {
  game: string
  watch: string
  locale: Locale
  manifest: ArtManifest | null
  brandName: string
  wait: (ms: number) => Promise<void>
  /** Loads the parts of a table's kind; undefined for other games. */
  loadKind: (() => Promise<TableKindParts>) | undefined
  /** A game with a seat of one's own. */
  isSeat: boolean
}

type Opened = { content: ReactNode; messages: LoadedMessages }

/** Opens a window that shows one round to anyone, without a session. */
export async function openWatch(deps: Deps): Promise<Opened & { timeZone: string }> {
  const { messages } = await loadWatchMessages[deps.locale]()
  const opening = deps.loadKind ? openTable(deps, deps.loadKind) : deps.isSeat ? openSeat(deps) : openSlot(deps)
  const opened = await opening.catch((): Opened => ({ content: <ClosedWindow why="failed" />, messages: {} }))
  return { content: opened.content, messages: { ...messages, ...opened.messages }, timeZone: 'UTC' }
}

async function openSlot({ game, watch, locale, manifest, brandName, wait }: Deps): Promise<Opened> {
  const [round, data, { SlotWatch }, { loadMachine }] = await Promise.all([
    readSlotRound(game, watch),
    loadGame(game),
    import('./slot-watch.tsx'),
    import('#web/play/slot/load-art.ts'),
  ])
  if (round === null) return { content: <Gone game={data === null ? null : game} />, messages: {} }
  const atlas = manifest?.[`atlas/${game}`]
  if (data === null || manifest === null || atlas === undefined)
    return { content: <ClosedWindow why="failed" />, messages: {} }
  const machine = await loadMachine(manifest, data, atlas, locale)
  return { content: <SlotWatch {...{ brandName, manifest, wait, machine, round }} game={data} />, messages: {} }
}

async function openSeat({ game, watch, locale, manifest, brandName }: Deps): Promise<Opened> {
  const [round, { SeatWatch }, { loadCardArt }, ...parts] = await Promise.all([
    readSeatRound(game, watch),
    import('./seat-watch.tsx'),
    import('#web/play/table/cards/card-art.ts'),
    loadBlackjackMessages[locale](),
    loadCardMessages[locale](),
    loadTableMessages[locale](),
  ])
  const messages = Object.assign({}, ...parts.map((part) => part.messages)) as LoadedMessages
  if (round === null) return { content: <Gone game={game} />, messages }
  if (manifest === null) return { content: <ClosedWindow why="failed" />, messages }
  const art = await loadCardArt(manifest)
  return { content: <SeatWatch {...{ brandName, manifest, art, round }} />, messages }
}

async function openTable(
  { game, watch, locale, manifest, brandName }: Deps,
  loadKind: () => Promise<TableKindParts>,
): Promise<Opened> {
  const [watched, parts, { TableWatch }, table] = await Promise.all([
    readTableRound(game, watch),
    loadKind(),
    import('./table-watch.tsx'),
    loadTableMessages[locale](),
  ])
  const rules = parts.games.find((one) => one.code === game)
  const [own, Stage] = await Promise.all([
    parts.loadMessages(locale),
    manifest && rules ? parts.loadStage(manifest, rules) : null,
  ])
  const messages = { ...table.messages, ...own }
  if (watched === null) return { content: <Gone game={game} />, messages }
  if (!rules || !manifest || !Stage) return { content: <ClosedWindow why="failed" />, messages }
  const kind = { ...parts, Stage }
  return { content: <TableWatch {...{ brandName, manifest, kind, watched }} game={rules} />, messages }
}

/** There is no such round, or it was taken back. `game`: whose other rounds may be watched. */
function Gone({ game }: { game: string | null }): ReactNode {
  const t = useTranslations('replayWatch')
  const notFound = useTranslations('notFound')
  const locale = useLocaleCode()
  return (
    <main className={closed.page}>
      <div className={closed.card} role="alert">
        <h1 className={closed.title}>{t('goneTitle')}</h1>
        <p className={closed.text}>{t('goneText')}</p>
        <div className={closed.actions}>
          {game !== null && (
            <a className={buttonClass('gilt')} href={withLocale(locale, `/watch/${game}`)}>
              {t('more')}
            </a>
          )}
          <a className={buttonClass('plain')} href={withLocale(locale, '/')}>
            {notFound('home')}
          </a>
        </div>
      </div>
    </main>
  )
}
