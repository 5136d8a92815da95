import type { OfficeAnswers } from '#contract/office-api.ts'
import type { OperatorRole } from '#contract/route.ts'
import { useStore } from '#web/shared/store.ts'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, Route, Switch } from 'wouter'
import type { FrameLink } from './frame/frame.tsx'
import { mayCall } from './kit/may-call.ts'
import { pageCalls, type PageName } from './kit/page-calls.ts'
import { PageOutline, type PageLayout } from './kit/page-outline.tsx'
import { Empty, Problem } from './kit/states.tsx'
import { loadedPages, loadPage, prefetchWhenIdle, reloadOffice } from './page-loader.ts'

/** The pages of the office that an operator may see, and the number of waiting items on each. */

type Me = Extract<OfficeAnswers['me'], { status: 'success' }>

const pageNames = Object.keys(pageCalls) as PageName[]

/** The outline of each page while its code is loaded, so that nothing moves when it appears. */
const layouts: Readonly<Record<PageName, PageLayout>> = {
  queue: 'list',
  corrections: 'list',
  help: 'list',
  registrations: 'sheet',
  resets: 'list',
  members: 'list',
  rounds: 'list',
  tables: 'list',
  hands: 'list',
  notes: 'sheet',
  notices: 'sheet',
  maintenance: 'sheet',
  books: 'list',
  audit: 'list',
  operators: 'list',
  account: 'sheet',
}

function pagesFor(roles: readonly OperatorRole[]): PageName[] {
  return pageNames.filter((name) => mayCall(roles, pageCalls[name]))
}

/** The page of a path, `/members/<id>`; undefined for another path. */
export function pageOf(path: string): PageName | undefined {
  return pageNames.find((name) => path === `/${name}` || path.startsWith(`/${name}/`))
}

/** The menu links for this operator, each with its number of waiting items. */
export function linksFor(me: Me): FrameLink[] {
  const waiting: Partial<Record<PageName, number>> = {
    queue: me.waiting.deposits + me.waiting.withdrawals,
    corrections: me.waiting.corrections,
    tables: me.waiting.voids,
    hands: me.waiting.seatVoids,
    help: me.waiting.helps,
    registrations: me.waiting.registrations,
    resets: me.waiting.resets,
    operators: me.waiting.operators,
  }
  return pagesFor(me.operator.roles).map((name) => ({ name, path: `/${name}`, waiting: waiting[name] ?? 0 }))
}

/** The pages with an item in their URL. */
const itemPaths: Partial<Record<PageName, string>> = {
  members: '/members/:id?',
  rounds: '/rounds/:id?',
  tables: '/tables/:id?',
  hands: '/hands/:id?',
}

/** Routes the URL among the pages this operator may see; anything else redirects to the first of them. */
export function Pages(props: { roles: readonly OperatorRole[] }): ReactNode {
  const t = useTranslations('office.frame')
  const visible = useMemo(() => pagesFor(props.roles), [props.roles])
  useEffect(() => prefetchWhenIdle(visible), [visible])
  const [first] = visible
  if (first === undefined) return <Empty text={t('noPages')} />
  return (
    <Switch>
      {visible.map((name) => (
        <Route key={name} path={itemPaths[name] ?? `/${name}`}>
          {({ id }: { id?: string }) => <PageOf name={name} id={id ?? null} />}
        </Route>
      ))}
      <Route>
        <Redirect to={`/${first}`} replace />
      </Route>
    </Switch>
  )
}

/** A page, once its code is loaded: until then its outline, or why it cannot be shown. */
function PageOf({ name, id }: { name: PageName; id: string | null }): ReactNode {
  const t = useTranslations('office.errors')
  const Page = useStore(loadedPages)[name]
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    loadPage(name).catch(() => setFailed(true))
  }, [name])
  if (Page !== undefined) return <Page id={id} />
  if (!hasFailed) return <PageOutline layout={layouts[name]} isDetailOpen={id !== null} />
  const retry = async (): Promise<void> => {
    setFailed(false)
    if (!(await reloadOffice())) setFailed(true)
  }
  return <Problem text={t('load')} retry={() => void retry()} />
}
