import { foreignLanguage } from '#domain/text-language.ts'
import { documentLanguage } from '#i18n/language-tags.ts'
import { Icon } from '#web/shared/icons.tsx'
import { OperatorHtml } from '#web/shared/operator-html.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useId, type ReactNode } from 'react'
import style from './accordion.module.css'

/** An expandable list item: inquiries, notes, notices. */
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

/** A badge beside a title: unread, new reply. */
export function Mark({ children }: { children: ReactNode }): ReactNode {
  return <span className={style.mark}>{children}</span>
}

/** A title written by a member or an operator, marked with its language. */
export function UserText({ children, color }: { children: string; color?: string | undefined }): ReactNode {
  const page = documentLanguage[useLocaleCode()]
  return (
    <span lang={foreignLanguage(children, page)} style={{ color }}>
      {children}
    </span>
  )
}

/** HTML written by operators in an expanded item. */
export function SafeHtml({ html }: { html: string }): ReactNode {
  return <OperatorHtml className={style.html} html={html} />
}

/** Plain text of a member or an operator, with its line breaks. */
export function PlainText({ children }: { children: string }): ReactNode {
  const page = documentLanguage[useLocaleCode()]
  return (
    <p className={style.plain} lang={foreignLanguage(children, page)}>
      {children}
    </p>
  )
}
