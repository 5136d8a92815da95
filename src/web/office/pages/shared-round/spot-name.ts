import { tableByCode } from '#domain/games/table/tables.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl'

const named = [
  'banker',
  'player',
  'tie',
  'player-pair',
  'banker-pair',
  'dragon',
  'tiger',
  'suited-tie',
  'red',
  'black',
  'odd',
  'even',
  'low',
  'high',
  'small',
  'big',
  'any-triple',
] as const

/** The name of a spot; one that is named by its numbers, such as `straight-17`, is shown by its code. */
export function useSpotName(): (code: string) => string {
  const t = useTranslations('office.sharedRound')
  return (code) => {
    const known = named.find((one) => one === code)
    return known === undefined ? code : t(`spots.${known}`)
  }
}

/** The name of a table's game in the office's language. */
export function useGameName(): (code: string) => string {
  const locale = useLocaleCode()
  return (code) => {
    const names = tableByCode(code)?.names
    return names === undefined ? code : locale === 'ko' ? names.ko : names.en
  }
}
