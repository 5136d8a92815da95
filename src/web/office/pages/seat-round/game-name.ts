import { seatGameByCode } from '#domain/games/seat-games.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'

/** The name of a game with decisions in the office's language. */
export function useSeatGameName(): (code: string) => string {
  const locale = useLocaleCode()
  return (code) => {
    const names = seatGameByCode(code)?.names
    return names === undefined ? code : locale === 'ko' ? names.ko : names.en
  }
}
