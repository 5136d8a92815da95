import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { safeStorage } from '#web/shared/safe-storage.ts'
import { createSound, type Sound, type SoundSet } from '#web/play/kit/sound.ts'
import { TopBar } from '#web/play/kit/top-bar.tsx'
import { wakeOnGesture } from '#web/play/kit/wake-on-gesture.ts'
import { tableVoice } from '#web/play/table/table-voice.ts'
import { toWatchPage } from './to-watch-page.ts'
import style from './table-watch.module.css'

/** The sound of a watched round at a table, with the named sounds; closed with the window. */
export function useWatchSound(sounds: readonly SoundSet[]): Sound {
  const [sound] = useState(() => createSound(safeStorage(), tableVoice, ['table', ...sounds]))
  useEffect(() => wakeOnGesture(sound), [sound])
  useEffect(() => sound.close, [sound])
  return sound
}

/** The window of a watched round at a table: its name and the way back to the game's rounds, around stage and bar. */
export function WatchFrame(props: {
  brandName: string
  manifest: ArtManifest
  game: string
  name: string
  sound: Sound
  children: ReactNode
}): ReactNode {
  const { brandName, manifest, game, name, sound, children } = props
  const t = useTranslations('replayWatch')
  const locale = useLocaleCode()
  useEffect(() => {
    document.title = t('windowTitle', { game: name, brand: brandName })
  }, [t, name, brandName])
  return (
    <main className={style.window}>
      <h1 className="visually-hidden">{t('title', { game: name })}</h1>
      <TopBar
        {...{ name, brandName, sound }}
        mark={manifest['brand/mark']}
        playMoney={false}
        onPanel={null}
        onPress={() => undefined}
        onClose={() => toWatchPage(locale, game)}
      />
      {children}
    </main>
  )
}
