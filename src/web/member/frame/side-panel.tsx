import { Button, buttonClass } from '#web/shared/button.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { logOut } from '#web/member/session/log-out.ts'
import { Link, usePath } from '../navigation.tsx'
import { usePage } from '../page-data.ts'
import { useSession } from '#web/member/session/session.ts'
import { SignInForm } from '#web/member/session/sign-in-form.tsx'
import { LanguageList } from './language-picker.tsx'
import { menuPages } from './menu.ts'
import style from './side-panel.module.css'
import { Wallet } from './wallet.tsx'

/** The menu on phones: balances, links with counts, log-out and languages; for guests the sign-in form. */
export function SidePanel({ onClose }: { onClose: () => void }): ReactNode {
  const frame = useTranslations('frame')
  const panel = useRef<HTMLDialogElement>(null)
  const path = usePath()
  const openedAt = useRef(path)
  useEffect(() => {
    const element = panel.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    if (path !== openedAt.current) onClose()
  }, [path, onClose])
  return (
    // A click on the backdrop closes the panel, as Escape does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={panel}
      className={style.panel}
      aria-label={frame('menu')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={style.inner}>
        <button type="button" className={style.close} aria-label={frame('closeMenu')} onClick={onClose}>
          <Icon name="close" size={24} />
        </button>
        <PanelTop onClose={onClose} />
        <PanelMenu onClose={onClose} />
        <h2 className={style.heading}>{frame('language')}</h2>
        <LanguageList />
      </div>
    </dialog>
  )
}

function PanelTop({ onClose }: { onClose: () => void }): ReactNode {
  const frame = useTranslations('frame')
  const session = useSession()
  const { brand } = usePage().site
  return (
    <section className={style.top}>
      {session.kind === 'guest' ? (
        <>
          <SignInForm onDone={onClose} />
          <Link to="/register" className={buttonClass('plain', true)} onClick={onClose}>
            {frame('register')}
          </Link>
        </>
      ) : (
        <>
          <p className={style.greeting}>
            {session.kind === 'member' && frame('greeting', { userId: session.user.userId })}
          </p>
          <div className={style.wallet}>
            <Wallet whole user={session.kind === 'member' ? session.user : null} />
          </div>
          <Button wide onClick={() => void logOut()}>
            {frame('logout')}
          </Button>
        </>
      )}
      {brand.mode === 'play' && <p className={style.play}>{frame('playMoney')}</p>}
    </section>
  )
}

function PanelMenu({ onClose }: { onClose: () => void }): ReactNode {
  const frame = useTranslations('frame')
  const menu = useTranslations('menu')
  const locale = useLocaleCode()
  const session = useSession()
  const user = session.kind === 'member' ? session.user : null
  const counts: Partial<Record<string, number>> = { help: user?.helpCount, note: user?.noteCount }
  return (
    <nav aria-label={frame('menu')}>
      <ul className={style.menu}>
        <li>
          <Link to="/?type=casino" onClick={onClose}>
            {menu('casino')}
          </Link>
        </li>
        <li>
          <Link to="/?type=slot" onClick={onClose}>
            {menu('slot')}
          </Link>
        </li>
        {menuPages.map((entry) => (
          <li key={entry}>
            <Link to={`/${entry}`} onClick={onClose}>
              {menu(entry)}
              {(counts[entry] ?? 0) > 0 && (
                <b className={style.count}>
                  <span className="visually-hidden">{frame('unread', { count: counts[entry] ?? 0 })}</span>
                  <span aria-hidden="true">{formatNumber(counts[entry], locale)}</span>
                </b>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
