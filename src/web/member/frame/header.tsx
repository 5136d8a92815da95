import { FrameIcon } from '#web/shared/frame-icons.tsx'
import { buttonClass } from '#web/shared/button-class.ts'
import { intlLocale } from '#i18n/locales.ts'
import { KeptWidth } from '#web/shared/kept-width.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import { onDemand } from '#web/shared/on-demand.tsx'
import { useState, type ReactNode } from 'react'
import { loadLazyApp } from '../load-lazy-app.ts'
import { Link } from '../navigation.tsx'
import { usePage } from '../page-data.ts'
import { useSession } from '#web/member/session/session.ts'
import style from './header.module.css'
import { LanguagePicker } from './language-picker.tsx'
import { useMenu } from './menu.ts'
import { Wallet } from './wallet.tsx'

const SidePanel = onDemand(async () => (await loadLazyApp()).SidePanel)

/** Desktop: a user bar over the menu and the wallet. Phones: menu button, logo, money. */
export function Header(): ReactNode {
  const frame = useTranslations('frame')
  const menu = useTranslations('menu')
  const [panelOpen, setPanelOpen] = useState(false)
  const entries = useMenu()
  return (
    <header className={style.header}>
      <div className={style.bar}>
        <PlayMoney />
        <UserBar />
        <LanguagePicker />
      </div>
      <div className={style.main}>
        <button
          type="button"
          className={style.burger}
          aria-label={frame('openMenu')}
          aria-expanded={panelOpen}
          onClick={() => setPanelOpen(true)}
        >
          <FrameIcon name="menu" size={24} />
        </button>
        <Logo />
        <nav className={style.nav} aria-label={frame('menu')}>
          {entries.map(
            ({ name, to, isCurrent }) =>
              // Notes are in the user bar, with their number.
              name !== 'note' && (
                <Link key={name} to={to} isCurrent={isCurrent}>
                  <KeptWidth text={menu(name)} />
                </Link>
              ),
          )}
        </nav>
        <Account />
      </div>
      {panelOpen && <SidePanel onClose={() => setPanelOpen(false)} />}
    </header>
  )
}

function PlayMoney(): ReactNode {
  const frame = useTranslations('frame')
  const { brand } = usePage().site
  return brand.mode === 'play' ? <p className={style.play}>{frame('playMoney')}</p> : <span />
}

export function Logo(): ReactNode {
  const frame = useTranslations('frame')
  const { art, site } = usePage()
  const picture = art['brand/logo']
  return (
    <Link to="/" className={style.logo} aria-label={frame('home', { brand: site.brand.name })}>
      {picture === undefined ? site.brand.name : <img src={picture} alt="" height={34} width={186} />}
    </Link>
  )
}

/** Greeting, message and reply counts, log-out; empty for guests. */
function UserBar(): ReactNode {
  const frame = useTranslations('frame')
  const session = useSession()
  if (session.kind === 'guest') return <span className={style.userBar} />
  const user = session.kind === 'member' ? session.user : null
  return (
    <div className={style.userBar}>
      <Link to="/user" className={style.greeting} inert={user === null}>
        {user === null ? <span className={style.ghost} /> : frame('greeting', { userId: user.userId })}
      </Link>
      <CountLink to="/note" icon="note" label={frame('noteCount')} count={user?.noteCount ?? 0} />
      <CountLink to="/help" icon="help" label={frame('helpCount')} count={user?.helpCount ?? 0} />
      <button type="button" className={style.small} onClick={() => void loadLazyApp().then((app) => app.logOut())}>
        <FrameIcon name="logout" size={16} />
        {frame('logout')}
      </button>
    </div>
  )
}

function CountLink(props: { to: string; icon: 'note' | 'help'; label: string; count: number }): ReactNode {
  const frame = useTranslations('frame')
  const locale = useLocaleCode()
  return (
    <Link to={props.to} className={style.small}>
      <FrameIcon name={props.icon} size={16} />
      {props.label}
      <b className={style.count} data-some={props.count > 0 || undefined}>
        <span className="visually-hidden">{frame('unread', { count: props.count })}</span>
        <span aria-hidden="true">{props.count.toLocaleString(intlLocale[locale])}</span>
      </b>
    </Link>
  )
}

function Account(): ReactNode {
  const frame = useTranslations('frame')
  const session = useSession()
  if (session.kind === 'guest') {
    return (
      <div className={style.account}>
        <Link to="/login" className={buttonClass('plain')}>
          <KeptWidth text={frame('login')} />
        </Link>
        <Link to="/register" className={`${buttonClass('gilt')} ${style.wideOnly}`}>
          <KeptWidth text={frame('register')} />
        </Link>
      </div>
    )
  }
  return (
    <div className={style.account}>
      <Wallet user={session.kind === 'member' ? session.user : null} />
      <Link to="/deposit" className={`${buttonClass('gilt')} ${style.depositNow}`}>
        {frame('depositNow')}
      </Link>
    </div>
  )
}
