import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { KeptWidth } from '#web/shared/kept-width.tsx'
import style from './game-type-switch.module.css'

export type GameType = 'casino' | 'slot' | 'sport'

/** Selects the kind of games; native radio buttons, so the arrow keys move between them. */
export function GameTypeSwitch(props: {
  types: readonly GameType[]
  value: GameType
  onChange: (type: GameType) => void
}): ReactNode {
  const home = useTranslations('home')
  const menu = useTranslations('menu')
  return (
    <fieldset className={style.switch}>
      <legend className="visually-hidden">{home('gameTypes')}</legend>
      {props.types.map((type) => (
        <label key={type} className={style.choice}>
          <input
            type="radio"
            name="game-type"
            value={type}
            checked={props.value === type}
            onChange={() => props.onChange(type)}
          />
          <span>
            <KeptWidth text={menu(type)} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
