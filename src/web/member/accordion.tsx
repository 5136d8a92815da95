import { foreignLanguage } from '#domain/text-language.ts'
import { documentLanguage } from '#i18n/locales.ts'
import { Icon } from '#web/shared/icons.tsx'
import { OperatorHtml } from '#web/shared/operator-html.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useId, type ReactNode } from 'react'
import style from './accordion.module.css'

/** A line of a list that opens to what it holds: inquiries, notes, notices. */
export function AccordionLine(props: {
  title: ReactNode
  meta: ReactNode
  open: boolean
  onToggle: () => void
  children: ReactNode
}): ReactNode {
  const id = useId()
  return (
    <li className={style.item}>
      <button
        type="button"
        className={style.line}
        aria-expanded={props.open}
        aria-controls={id}
        onClick={props.onToggle}
      >
        <span className={style.title}>{props.title}</span>
        <span className={`${style.meta} money`}>{props.meta}</span>
        <span className={style.arrow} data-open={props.open || undefined}>
          <Icon name="down" size={18} />
        </span>
      </button>
      <div id={id} className={style.body} hidden={!props.open}>
        {props.open && props.children}
      </div>
    </li>
  )
}

export function Accordion({ children }: { children: ReactNode }): ReactNode {
  return <ul className={style.list}>{children}</ul>
}

/** A mark beside a title: unread, a new reply. */
export function Mark({ children }: { children: ReactNode }): ReactNode {
  return <span className={style.mark}>{children}</span>
}

/** Somebody's words in a title, as they were written and marked with their language. */
export function Written({ children, color }: { children: string; color?: string | undefined }): ReactNode {
  const page = documentLanguage[useLocaleCode()]
  return (
    <span lang={foreignLanguage(children, page)} style={{ color }}>
      {children}
    </span>
  )
}

/** Operators' HTML in an opened line. */
export function SafeHtml({ html }: { html: string }): ReactNode {
  return <OperatorHtml className={style.html} html={html} />
}

/** Plain words of a member or an operator, their line breaks kept. */
export function PlainText({ children }: { children: string }): ReactNode {
  const page = documentLanguage[useLocaleCode()]
  return (
    <p className={style.plain} lang={foreignLanguage(children, page)}>
      {children}
    </p>
  )
}
