import type { OfficeAnswers } from '#contract/office-api.ts'
import type { OperatorRole } from '#contract/route.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, Route, Switch } from 'wouter'
import type { FrameLink } from './frame/frame.tsx'
import { BooksPage } from './pages/books/books-page.tsx'
import { HelpPage } from './pages/help/help-page.tsx'
import { MaintenancePage } from './pages/maintenance/maintenance-page.tsx'
import { MembersPage } from './pages/member/members-page.tsx'
import { NotesPage } from './pages/note/notes-page.tsx'
import { NoticesPage } from './pages/notice/notices-page.tsx'
import { QueuePage } from './pages/money-request/queue-page.tsx'
import { RegistrationsPage } from './pages/registration/registrations-page.tsx'
import { ResetsPage } from './pages/password-reset/resets-page.tsx'
import { mayCall } from './kit/may-call.ts'
import { pageCalls, type PageName } from './kit/page-calls.ts'
import { Empty } from './kit/states.tsx'

/** The pages of the office that an operator may see, and the number of waiting items on each. */

type Me = Extract<OfficeAnswers['me'], { status: 'success' }>

const pageNames = Object.keys(pageCalls) as PageName[]

function pagesFor(roles: readonly OperatorRole[]): PageName[] {
  return pageNames.filter((name) => mayCall(roles, pageCalls[name]))
}

/** The menu links for this operator, each with its number of waiting items. */
export function linksFor(me: Me): FrameLink[] {
  const waiting: Partial<Record<PageName, number>> = {
    queue: me.waiting.deposits + me.waiting.withdrawals,
    help: me.waiting.helps,
    registrations: me.waiting.registrations,
    resets: me.waiting.resets,
  }
  return pagesFor(me.operator.roles).map((name) => ({ name, path: `/${name}`, waiting: waiting[name] ?? 0 }))
}

/** Routes the URL among the pages this operator may see; anything else redirects to the first of them. */
export function Pages(props: { roles: readonly OperatorRole[] }): ReactNode {
  const t = useTranslations('office.frame')
  const visible = pagesFor(props.roles)
  const [first] = visible
  if (first === undefined) return <Empty text={t('noPages')} />
  const may = (name: PageName): boolean => visible.includes(name)
  return (
    <Switch>
      {may('queue') ? <Route path="/queue">{() => <QueuePage />}</Route> : null}
      {may('help') ? <Route path="/help">{() => <HelpPage />}</Route> : null}
      {may('registrations') ? <Route path="/registrations">{() => <RegistrationsPage />}</Route> : null}
      {may('resets') ? <Route path="/resets">{() => <ResetsPage />}</Route> : null}
      {may('members') ? <Route path="/members/:id?">{({ id }) => <MembersPage memberId={id ?? null} />}</Route> : null}
      {may('notes') ? <Route path="/notes">{() => <NotesPage />}</Route> : null}
      {may('notices') ? <Route path="/notices">{() => <NoticesPage />}</Route> : null}
      {may('maintenance') ? <Route path="/maintenance">{() => <MaintenancePage />}</Route> : null}
      {may('books') ? <Route path="/books">{() => <BooksPage />}</Route> : null}
      <Route>
        <Redirect to={`/${first}`} replace />
      </Route>
    </Switch>
  )
}
