import type { ReactNode } from 'react'
import { usePage } from '../page-data.ts'
import style from './dead-end.module.css'

/** The page where something ends: a picture, the code for support, what happened, and the ways on. */
export function DeadEnd(props: {
  /** As HTTP has it. */
  code: number
  title: string
  text: string
  /** Links and buttons. */
  children: ReactNode
}): ReactNode {
  return (
    <main id="main" className={style.page}>
      <img src={usePage().art['empty/games']} alt="" width={112} height={112} />
      <p className={style.code}>{props.code}</p>
      <h1 className={style.title}>{props.title}</h1>
      <p>{props.text}</p>
      <div className={style.ways}>{props.children}</div>
    </main>
  )
}
