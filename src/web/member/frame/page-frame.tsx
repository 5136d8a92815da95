import type { ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import style from './page-frame.module.css'
import { useDocumentTitle } from './use-document-title.ts'

/** The frame of a page: its title over one or two columns of cards. */
export function PageFrame(props: {
  title: string
  /** The title of the document where it differs from the heading. */
  documentTitle?: string
  narrow?: boolean
  /** Between the heading and the cards. */
  below?: ReactNode
  children: ReactNode
}): ReactNode {
  const { title, documentTitle = title, narrow, below, children } = props
  useDocumentTitle(`${documentTitle} | ${usePage().site.brand.name}`)
  return (
    <main id="main" className={style.page} data-narrow={narrow || undefined}>
      <h1 className={style.title}>{title}</h1>
      {below}
      <div className={style.columns}>{children}</div>
    </main>
  )
}

export function Card(props: { title?: string; action?: ReactNode; wide?: boolean; children: ReactNode }): ReactNode {
  return (
    <section className={style.card} data-wide={props.wide || undefined}>
      {props.title !== undefined && (
        <header className={style.head}>
          <h2 className={style.heading}>{props.title}</h2>
          {props.action}
        </header>
      )}
      {props.children}
    </section>
  )
}
