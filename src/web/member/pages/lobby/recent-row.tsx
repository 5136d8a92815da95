import type { Locale } from '#i18n/locales.ts'
import type { SiteData } from '#contract/site.ts'
import { useTranslations } from 'use-intl/react'
import { useMemo, type ReactNode } from 'react'
import { lobbyGames, type LobbyGame } from '#web/member/lobby/lobby-games.ts'
import { usePage } from '#web/member/page-data.ts'
import style from './recent-row.module.css'

const kinds = ['slot', 'casino', 'sport'] as const

/** The games a member played last, of all kinds; nothing when there are none. */
export function RecentRow(props: { codes: readonly string[]; onPress: (game: LobbyGame) => void }): ReactNode {
  const { codes, onPress } = props
  const t = useTranslations('lobby')
  const { site, locale } = usePage()
  const byCode = useMemo(() => gamesByCode(site, locale), [site, locale])
  const games = codes.flatMap((code) => byCode.get(code) ?? [])
  if (games.length === 0) return null
  return (
    <section className={style.recent} aria-label={t('recent')}>
      <h2 className={style.title}>{t('recent')}</h2>
      <ul className={style.row}>
        {games.map((game) => (
          <li key={game.code}>
            <button type="button" className={style.game} onClick={() => onPress(game)}>
              {game.image !== '' && (
                <img src={game.image} alt="" width={42} height={56} loading="lazy" decoding="async" />
              )}
              <span lang={game.nameLanguage}>{game.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function gamesByCode(site: SiteData, locale: Locale): ReadonlyMap<string, LobbyGame> {
  return new Map(kinds.flatMap((kind) => lobbyGames(site, kind, locale)).map((game) => [game.code, game]))
}
