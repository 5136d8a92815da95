import { Button, buttonClass } from '#web/shared/button.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { LineIcon } from '#web/shared/frame-icons.tsx'
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
import { menuIcons } from './menu-icons.ts'
import { useMenu, type MenuEntry } from './menu.ts'
import style from './side-panel.module.css'
import { Wallet } from './wallet.tsx'

/**
 * The menu on phones: balances with deposit and withdrawal, links with counts, languages, and log-out last; for guests the
 * sign-in form.
 */
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
        <LogOut />
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
      {brand.mode === 'play' && <p className={style.play}>{frame('playMoney')}</p>}
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
        </>
      )}
    </section>
  )
}

function LogOut(): ReactNode {
  const frame = useTranslations('frame')
  if (useSession().kind === 'guest') return null
  return (
    <Button wide onClick={() => void logOut()}>
      <Icon name="logout" size={18} />
      {frame('logout')}
    </Button>
  )
}

/** For members deposit and withdrawal are buttons under the balance. */
function PanelMenu({ onClose }: { onClose: () => void }): ReactNode {
  const frame = useTranslations('frame')
  const menu = useTranslations('menu')
  const session = useSession()
  const isGuest = session.kind === 'guest'
  const user = session.kind === 'member' ? session.user : null
  const counts: Partial<Record<string, number>> = { help: user?.helpCount, note: user?.noteCount }
  const entries = useMenu()
  const isCashier = ({ name }: MenuEntry) => name === 'deposit' || name === 'withdraw'
  return (
    <nav className={style.nav} aria-label={frame('menu')}>
      {!isGuest && (
        <div className={style.cashier}>
          {entries.filter(isCashier).map(({ name, to, isCurrent }) => (
            <Link
              key={name}
              to={to}
              isCurrent={isCurrent}
              className={buttonClass(name === 'deposit' ? 'gilt' : 'plain')}
              onClick={onClose}
            >
              <LineIcon path={menuIcons[name]} size={18} />
              {menu(name)}
            </Link>
          ))}
        </div>
      )}
      <ul className={style.menu}>
        <Entry name="home" to="/" onPress={onClose} />
        {entries
          .filter((entry) => isGuest || !isCashier(entry))
          .map(({ name, to, isCurrent }) => (
            <Entry key={name} {...{ name, to, isCurrent }} count={counts[name] ?? 0} onPress={onClose} />
          ))}
      </ul>
    </nav>
  )
}

function Entry(props: {
  name: keyof typeof menuIcons
  to: string
  isCurrent?: boolean
  count?: number
  onPress: () => void
}): ReactNode {
  const { name, to, isCurrent, count = 0, onPress } = props
  const frame = useTranslations('frame')
  const menu = useTranslations('menu')
  const locale = useLocaleCode()
  return (
    <li>
      <Link to={to} {...(isCurrent !== undefined && { isCurrent })} onClick={onPress}>
        <LineIcon path={menuIcons[name]} size={20} />
        <span className={style.name}>{menu(name)}</span>
        {count > 0 && (
          <b className={style.count}>
            <span className="visually-hidden">{frame('unread', { count })}</span>
            <span aria-hidden="true">{formatNumber(count, locale)}</span>
          </b>
        )}
      </Link>
    </li>
  )
}
