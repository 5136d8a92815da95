import { Button, Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './panel.module.css'

/** Page layouts: list and detail side by side, on phones one of the two. */

export function ListAndDetail(props: {
  title: string
  tools?: ReactNode
  list: ReactNode
  detail: ReactNode
  isDetailOpen: boolean
}): ReactNode {
  return (
    <div className={classes.page} data-detail={props.isDetailOpen || undefined}>
      {/* Phones show list or detail; the page has its heading in both cases. */}
      <h1 className="visually-hidden">{props.title}</h1>
      <section className={classes.list} aria-label={props.title}>
        <div className={classes.bar}>
          <span className={classes.title} aria-hidden>
            {props.title}
          </span>
          {props.tools}
        </div>
        {props.list}
      </section>
      <aside className={classes.detail}>{props.detail}</aside>
    </div>
  )
}

/** The header of a detail, with the back button that only phones show. */
export function DetailHead(props: { title: ReactNode; onBack: () => void; children?: ReactNode }): ReactNode {
  const t = useTranslations('office.common')
  return (
    <div className={classes.head}>
      <Button className={classes.back ?? ''} size="xs" variant="default" onClick={props.onBack}>
        {t('back')}
      </Button>
      <Title order={2} size="h5">
        {props.title}
      </Title>
      {props.children}
    </div>
  )
}

/** A line of a detail; null where there is none. */
export type Fact = readonly [name: string, value: ReactNode] | null

/** A definition list of a detail. */
export function Facts(props: { facts: readonly Fact[] }): ReactNode {
  return (
    <dl className={classes.facts}>
      {props.facts.map((fact) =>
        fact === null ? null : (
          <div key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** A page with one column of forms or tables. */
export function Sheet(props: { title: string; tools?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <section className={classes.sheet} aria-label={props.title}>
      <div className={classes.bar}>
        <h1 className={classes.title}>{props.title}</h1>
        {props.tools}
      </div>
      {props.children}
    </section>
  )
}

/** The ref of a search field that `/` focuses. */
export function useSlashFocus(): React.RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return input
}

/** Whether shortcuts are inactive: the key goes to a field, or a dialog is open. */
export function isTyping(target: EventTarget | null): boolean {
  const inField = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  return inField || document.querySelector('[role="dialog"]') !== null
}
