import type { ReactNode } from 'react'
import { usePage } from '../page-data.ts'
import style from './dead-end.module.css'

/** The page where something ends: a picture of the house, the code for support, what happened, and the ways on. */
export function DeadEnd(props: {
  /** As HTTP has it. */
  code: number
  picture: 'games' | 'notices' | 'requests'
  title: string
  text: string
  /** Links and buttons. */
  children: ReactNode
}): ReactNode {
  return (
    <main id="main" className={style.page}>
      <DeadEndMark code={props.code} picture={props.picture} />
      <h1 className={style.title}>{props.title}</h1>
      <p>{props.text}</p>
      <div className={style.ways}>{props.children}</div>
    </main>
  )
}

/** Picture and code, for pages that have more than ways on. */
export function DeadEndMark({ code, picture }: { code: number; picture: 'games' | 'notices' | 'requests' }): ReactNode {
  const address = usePage().art[`empty/${picture}`]
  return (
    <p className={style.mark}>
      {address !== undefined && <img src={address} alt="" width={112} height={112} />}
      <span className={style.code}>{code}</span>
    </p>
  )
}
