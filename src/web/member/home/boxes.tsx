import { formatDate } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl/react'
import { onDemand } from '#web/shared/on-demand.tsx'
import type { ReactNode } from 'react'
import { Link } from '../navigation.tsx'
import { usePage } from '../page-data.ts'
import { useSession } from '#web/member/session/session.ts'
import { BoxLine } from './box-line.tsx'
import style from './boxes.module.css'

const LatestHelp = onDemand(
  async () => {
    const [chunk, { loadMessages }] = await Promise.all([import('./latest-help.tsx'), import('../message-parts.ts')])
    await loadMessages('lobby')
    return chunk.LatestHelp
  },
  <p className={style.empty} />,
)

/** The latest five help items and notices, with links to all of them (spec §2). Guests see no help items. */
export function Boxes(): ReactNode {
  const home = useTranslations('home')
  const session = useSession()
  const { notices, brand } = usePage().site
  return (
    <div className={style.boxes}>
      <Box title={home('latestHelp')} to="/help">
        {session.kind === 'guest' ? (
          <p className={style.guest}>{home('helpForGuests')}</p>
        ) : session.kind === 'member' ? (
          <LatestHelp />
        ) : (
          <p className={style.empty} />
        )}
      </Box>
      <Box title={home('latestNotice')} to="/notice">
        {notices.length === 0 ? (
          <p className={style.empty}>{home('noNotice')}</p>
        ) : (
          <ul>
            {notices.slice(0, 5).map((notice) => (
              <BoxLine
                key={notice.id}
                to={`/notice?id=${notice.id}`}
                title={notice.title}
                date={formatDate(notice.lastDate, brand.timeZone)}
              />
            ))}
          </ul>
        )}
      </Box>
    </div>
  )
}

function Box({ title, to, children }: { title: string; to: string; children: ReactNode }): ReactNode {
  const home = useTranslations('home')
  return (
    <section className={style.box} aria-label={title}>
      <header className={style.head}>
        <h2 className={style.title}>{title}</h2>
        <Link to={to} className={style.more} aria-label={`${title} ${home('all')}`}>
          {home('all')}
        </Link>
      </header>
      <div className={style.body}>{children}</div>
    </section>
  )
}
