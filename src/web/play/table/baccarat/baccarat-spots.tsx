import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { BetSpot } from '../bet-spot.tsx'
import type { SpotsProps, Tone } from '../table-kind.ts'
import { spotCodes, useBaccaratTexts } from './baccarat-text.ts'
import style from './baccarat-spots.module.css'

const tones: Readonly<Record<(typeof spotCodes)[number], Tone>> = {
  'player-pair': 'blue',
  player: 'blue',
  tie: 'jade',
  banker: 'red',
  'banker-pair': 'red',
}

/** The keys of the spots. */
export const spotKeys: Readonly<Record<string, string>> = {
  banker: 'B',
  player: 'P',
  tie: 'T',
  'banker-pair': 'Shift+B',
  'player-pair': 'Shift+P',
}

/** The five spots of Baccarat. */
export function BaccaratSpots(props: SpotsProps): ReactNode {
  const t = useTranslations('table.bet')
  const texts = useBaccaratTexts()
  return (
    <fieldset className={style.spots} aria-label={t('spots')}>
      {spotCodes.map((code) => (
        <BetSpot
          key={code}
          {...props}
          {...{ code, texts }}
          tone={tones[code]}
          isSide={code === 'player' || code === 'banker'}
          shortcut={spotKeys[code]}
        />
      ))}
    </fieldset>
  )
}
