import type { ReactNode } from 'react'
import { Link } from '../navigation.tsx'
import style from './boxes.module.css'

/** One line of a box: a mark, a title, truncated to fit, and its date. */
export function BoxLine(props: { to: string; title: string; date: string; mark?: ReactNode }): ReactNode {
  return (
    <li className={style.line}>
      <Link to={props.to}>
        {props.mark}
        <span className={style.text}>{props.title}</span>
        <span className={`${style.date} money`}>{props.date}</span>
      </Link>
    </li>
  )
}
