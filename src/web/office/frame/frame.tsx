import { Alert, Badge, Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import type { OfficeAnswers } from '#contract/office-api.ts'
import type { OfficeOperator } from '#contract/sign-in.ts'
import { formatMoment } from '#web/shared/format.ts'
import { Choices } from '#web/office/kit/choices.tsx'
import type { PageName } from '#web/office/kit/page-calls.ts'
import type { OfficeLocale } from './locale.ts'
import { setSignedIn } from './signed-in.ts'
import { MeProvider, useMe, useOfficeAction } from '#web/office/kit/use-office.ts'
import { prefetchPage } from '#web/office/page-loader.ts'
import classes from './frame.module.css'

/** A menu link; `name` is a message key of `office.frame`. */
export type FrameLink = {
  name: PageName
  path: string
  waiting: number
}

/** Menu, operator, language, colours and the time zone around every page. */
export function Frame(props: {
  locale: OfficeLocale
  setLocale: (locale: OfficeLocale) => void
  operator: OfficeOperator
  isPlayMoney: boolean
  /** A demo operator, who signed in without a second factor. */
  withoutFactor: boolean
  /** A proposal to reset the operator's sign-in, or its latest reset. */
  ownReset: OwnReset
  links: readonly FrameLink[]
  clockOffsetMs: number
  /** Since when payouts are stopped; null while they are allowed. */
  moneyOutStoppedSince: string | null
  closedGames: readonly string[]
  /** Load time of the data on screen while reloading fails; else null. */
  staleSince: Date | null
  children: ReactNode
}): ReactNode {
  const t = useTranslations('office')
  const brand = props.operator.brands[0]
  const timeZone = brand?.timeZone ?? 'Asia/Seoul'
  const me = useMemo(
    () => ({
      operator: props.operator,
      timeZone,
      clockOffsetMs: props.clockOffsetMs,
      moneyOutStoppedSince: props.moneyOutStoppedSince,
      closedGames: props.closedGames,
    }),
    [props.operator, timeZone, props.clockOffsetMs, props.moneyOutStoppedSince, props.closedGames],
  )
  const title = t('title', { brand: brand?.name ?? 'Baize' })
  const waiting = props.links.reduce((sum, link) => sum + link.waiting, 0)
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${title}` : title
  }, [title, waiting])
  return (
    <MeProvider value={me}>
      <a className={classes.skip} href="#content" onClick={focusContent}>
        {t('common.skip')}
      </a>
      <div className={classes.frame}>
        <section className={classes.head} aria-label={title}>
          <Text className={classes.brand} component="span">
            {title}
          </Text>
          <Settings name={props.operator.name}>
            <Text size="xs" c="dimmed" component="span" className={classes.zone}>
              {t('frame.timeZone', { zone: timeZone })}
            </Text>
            <Choices locale={props.locale} setLocale={props.setLocale} />
            <Operator operator={props.operator} />
          </Settings>
        </section>
        <Menu links={props.links} />
        <main className={classes.main} id="content" tabIndex={-1}>
          {props.withoutFactor ? <p className={classes.play}>{t('frame.withoutFactor')}</p> : null}
          {props.isPlayMoney ? <p className={classes.play}>{t('frame.playMoney')}</p> : null}
          <StoppedBar links={props.links} />
          <ClosedGamesBar links={props.links} />
          <OwnResetBar reset={props.ownReset} />
          {props.staleSince === null ? null : (
            <Alert color="red" mb="sm">
              {t('errors.stale', { time: formatMoment(props.staleSince.toISOString(), timeZone) })}
            </Alert>
          )}
          {props.children}
        </main>
      </div>
    </MeProvider>
  )
}

/** Time zone, language, colours and signing out: in the header, and on phones behind a button with the operator's name. */
function Settings(props: { name: string; children: ReactNode }): ReactNode {
  const t = useTranslations('office.frame')
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        className={classes.open ?? ''}
        variant="default"
        aria-label={t('settings', { name: props.name })}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.name}>{props.name}</span>
      </Button>
      <div id={id} className={classes.settings} data-open={isOpen || undefined}>
        {props.children}
      </div>
    </>
  )
}

/** Shown on every page while payouts are stopped: meaning, reason and a link to the books. */
function StoppedBar(props: { links: readonly FrameLink[] }): ReactNode {
  const t = useTranslations('office.frame')
  const { timeZone, moneyOutStoppedSince } = useMe()
  if (moneyOutStoppedSince === null) return null
  const books = props.links.find((link) => link.name === 'books')
  return (
    <Alert
      role="alert"
      color="red"
      variant="filled"
      mb="sm"
      title={t('stopped', { time: formatMoment(moneyOutStoppedSince, timeZone) })}
      classNames={{ root: classes.stopped ?? '' }}
    >
      {t('stoppedWhy')} {books === undefined ? t('stoppedContact') : <Link href={books.path}>{t('stoppedOpen')}</Link>}
    </Alert>
  )
}

/** Shown on every page while a game is closed by a void round. */
function ClosedGamesBar(props: { links: readonly FrameLink[] }): ReactNode {
  const t = useTranslations('office.frame')
  const { closedGames } = useMe()
  if (closedGames.length === 0) return null
  const books = props.links.find((link) => link.name === 'books')
  return (
    <Alert role="alert" color="red" mb="sm" title={t('closedGames', { games: closedGames.join(', ') })}>
      {t('closedGamesWhy')}{' '}
      {books === undefined ? t('stoppedContact') : <Link href={books.path}>{t('stoppedOpen')}</Link>}
    </Alert>
  )
}

type OwnReset = Extract<OfficeAnswers['me'], { status: 'success' }>['ownReset']

/** Shown on every page while a reset of the operator's own sign-in is proposed, and for 96 hours after one. */
function OwnResetBar({ reset }: { reset: OwnReset }): ReactNode {
  const t = useTranslations('office.frame')
  const { timeZone } = useMe()
  if (reset === null) return null
  const { by, decidedBy } = reset
  const at = formatMoment(reset.at, timeZone)
  return (
    <Alert role="alert" color="gold" mb="sm">
      {by === null
        ? t('ownResetMachine', { at })
        : decidedBy === null
          ? t('ownResetProposed', { at, by })
          : t('ownReset', { at, by, decidedBy })}
    </Alert>
  )
}

/** The URL hash is used for routing, so the skip link moves the focus by script. */
function focusContent(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

function Menu(props: { links: readonly FrameLink[] }): ReactNode {
  const t = useTranslations('office.frame')
  const [location] = useLocation()
  const menu = useRef<HTMLElement>(null)
  // On phones the menu is wider than the screen: scroll the current page into view.
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [location])
  return (
    <nav ref={menu} className={classes.menu} aria-label={t('menu')}>
      {props.links.map((link) => (
        <Link
          key={link.name}
          href={link.path}
          className={classes.link}
          onPointerEnter={() => prefetchPage(link.name)}
          onFocus={() => prefetchPage(link.name)}
          aria-current={location === link.path || location.startsWith(`${link.path}/`) ? 'page' : undefined}
        >
          <span>{t(link.name)}</span>
          {link.waiting > 0 ? (
            <Badge
              className={classes.count ?? ''}
              size="sm"
              color="gold"
              aria-label={t('waiting', { count: link.waiting })}
            >
              {link.waiting}
            </Badge>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}

function Operator(props: { operator: OfficeOperator }): ReactNode {
  const t = useTranslations('office.frame')
  const client = useQueryClient()
  const signOut = useOfficeAction('sign-out', () => {
    setSignedIn('out')
    client.clear()
  })
  return (
    <div className={classes.operator}>
      <span>
        <strong>{props.operator.name}</strong>{' '}
        <Text size="xs" c="dimmed" component="span">
          {props.operator.roles.map((role) => t(`roles.${role}`)).join(' · ')}
        </Text>
      </span>
      <Button size="xs" variant="default" loading={signOut.isPending} onClick={() => signOut.mutate({})}>
        {t('signOut')}
      </Button>
    </div>
  )
}
