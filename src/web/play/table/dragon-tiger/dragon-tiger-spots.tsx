import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { BetSpot } from '../bet-spot.tsx'
import type { SpotsProps } from '../table-kind.ts'
import { spotCodes, spotTones, useDragonTigerTexts } from './dragon-tiger-text.ts'
import style from './dragon-tiger-spots.module.css'

/** The keys of the spots. */
export const spotKeys: Readonly<Record<string, string>> = {
  dragon: 'Q',
  tiger: 'E',
  tie: 'T',
  'suited-tie': 'Shift+T',
}

/** The four spots of Dragon Tiger. */
export function DragonTigerSpots(props: SpotsProps): ReactNode {
  const t = useTranslations('table.bet')
  const texts = useDragonTigerTexts()
  return (
    <fieldset className={style.spots} aria-label={t('spots')}>
      {spotCodes.map((code) => (
        <BetSpot
          key={code}
          {...props}
          {...{ code, texts }}
          tone={spotTones[code]}
          isSide={code === 'dragon' || code === 'tiger'}
          shortcut={spotKeys[code]}
        />
      ))}
    </fieldset>
  )
}
