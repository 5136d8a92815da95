import type { Locale } from '#i18n/locales.ts'
import type { SiteData } from '#contract/site.ts'
import { useTranslations } from 'use-intl/react'
import { useMemo, type ReactNode } from 'react'
import { lobbyGames, type LobbyGame } from '#web/member/lobby/lobby-games.ts'
import { usePage } from '#web/member/page-data.ts'
import { useSession } from '#web/member/session/session.ts'
import style from './recent-row.module.css'
import { useRecentGames } from './use-recent-games.ts'

const kinds = ['slot', 'casino', 'sport'] as const

/** The games a member played last, of all kinds. The row keeps its height while loading and when empty. */
export function RecentRow({ onPress }: { onPress: (game: LobbyGame) => void }): ReactNode {
  const t = useTranslations('lobby')
  const { site, locale } = usePage()
  const session = useSession()
  const recent = useRecentGames()
  const byCode = useMemo(() => gamesByCode(site, locale), [site, locale])
  if (session.kind === 'guest' || recent.isError) return null
  const games = (recent.data?.games ?? []).flatMap(({ code }) => byCode.get(code) ?? [])
  return (
    <section className={style.recent} aria-label={t('recent')}>
      <h2 className={style.title}>{t('recent')}</h2>
      {games.length === 0 ? (
        <p className={style.none}>{recent.data === undefined ? '' : t('noRecent')}</p>
      ) : (
        <ul className={style.row}>
          {games.map((game) => (
            <li key={game.code}>
              <button type="button" className={style.game} onClick={() => onPress(game)}>
                <img src={game.image} alt="" width={42} height={56} loading="lazy" decoding="async" />
                <span lang={game.nameLanguage}>{game.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function gamesByCode(site: SiteData, locale: Locale): ReadonlyMap<string, LobbyGame> {
  return new Map(kinds.flatMap((kind) => lobbyGames(site, kind, locale)).map((game) => [game.code, game]))
}
