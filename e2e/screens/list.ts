import type { Locale } from '#i18n/locales.ts'
import { isDesk } from './desks.ts'
import { accountScreens } from './list-account.ts'
import { gameScreens } from './list-games.ts'
import { guestScreens } from './list-guest.ts'
import { officeHandScreens } from './list-office-hands.ts'
import { officeRoundScreens } from './list-office-rounds.ts'
import { officeTableScreens } from './list-office-tables.ts'
import { officeScreens } from './list-office.ts'
import { tableScreens } from './list-tables.ts'
import type { Screen, Viewer } from './scene.ts'

/** The screens of the member site. A new one is a line in one of these lists. */
export const screens: readonly Screen[] = [...guestScreens, ...accountScreens, ...gameScreens, ...tableScreens]

/** With those of the office. */
export const allScreens: readonly Screen<Viewer>[] = [
  ...screens,
  ...officeScreens,
  ...officeTableScreens,
  ...officeHandScreens,
  ...officeRoundScreens,
]

/** The office exists in Korean and English. */
export function isShownIn(screen: Screen<Viewer>, locale: Locale): boolean {
  return !isDesk(screen.who) || locale === 'ko' || locale === 'en'
}
