import type { Translation } from './catalogue.ts'
import type { messages as baccarat } from './ko/baccarat.ts'
import type { messages as blackjack } from './ko/blackjack.ts'
import type { messages as cards } from './ko/cards.ts'
import type { messages as comp } from './ko/comp.ts'
import type { messages as dragonTiger } from './ko/dragon-tiger.ts'
import type { messages as fairness } from './ko/fairness.ts'
import type { messages as favourite } from './ko/favourite.ts'
import type { messages as frame } from './ko/frame.ts'
import type { messages as help } from './ko/help.ts'
import type { messages as history } from './ko/history.ts'
import type { messages as home } from './ko/home.ts'
import type { messages as jackpot } from './ko/jackpot.ts'
import type { messages as launch } from './ko/launch.ts'
import type { messages as limit } from './ko/limit.ts'
import type { messages as lobby } from './ko/lobby.ts'
import type { messages as maintenance } from './ko/maintenance.ts'
import type { messages as member } from './ko/member.ts'
import type { messages as moneyRequest } from './ko/money-request.ts'
import type { messages as note } from './ko/note.ts'
import type { messages as notice } from './ko/notice.ts'
import type { messages as passwordReset } from './ko/password-reset.ts'
import type { messages as play } from './ko/play.ts'
import type { messages as race } from './ko/race.ts'
import type { messages as registration } from './ko/registration.ts'
import type { messages as replay } from './ko/replay.ts'
import type { messages as sicBo } from './ko/sic-bo.ts'
import type { messages as roulette } from './ko/roulette.ts'
import type { messages as signIn } from './ko/sign-in.ts'
import type { messages as slot } from './ko/slot.ts'
import type { messages as statement } from './ko/statement.ts'
import type { messages as table } from './ko/table.ts'
import type { messages as transfer } from './ko/transfer.ts'
import type { messages as officeApproval } from './ko/office/approval.ts'
import type { messages as officeAudit } from './ko/office/audit.ts'
import type { messages as officeBooks } from './ko/office/books.ts'
import type { messages as officeFactor } from './ko/office/factor.ts'
import type { messages as officeFrame } from './ko/office/frame.ts'
import type { messages as officeHelp } from './ko/office/help.ts'
import type { messages as officeHistory } from './ko/office/history.ts'
import type { messages as officeMaintenance } from './ko/office/maintenance.ts'
import type { messages as officeMember } from './ko/office/member.ts'
import type { messages as officeMoneyRequest } from './ko/office/money-request.ts'
import type { messages as officeNote } from './ko/office/note.ts'
import type { messages as officeNotice } from './ko/office/notice.ts'
import type { messages as officeOperator } from './ko/office/operator.ts'
import type { messages as officePasswordReset } from './ko/office/password-reset.ts'
import type { messages as officeRegistration } from './ko/office/registration.ts'
import type { messages as officeSeatRound } from './ko/office/seat-round.ts'
import type { messages as officeSharedRound } from './ko/office/shared-round.ts'
import type { messages as officeSignIn } from './ko/office/sign-in.ts'

/** The list of all messages, and of those that are loaded together. */

/** The messages of all pages, as `useTranslations` knows them. */
export type Messages = MemberMessages & { readonly office: OfficeMessages }

type MemberMessages = typeof baccarat &
  typeof blackjack &
  typeof cards &
  typeof comp &
  typeof dragonTiger &
  typeof fairness &
  typeof favourite &
  typeof frame &
  typeof help &
  typeof history &
  typeof home &
  typeof jackpot &
  typeof launch &
  typeof limit &
  typeof lobby &
  typeof maintenance &
  typeof member &
  typeof moneyRequest &
  typeof note &
  typeof notice &
  typeof passwordReset &
  typeof play &
  typeof race &
  typeof registration &
  typeof replay &
  typeof sicBo &
  typeof roulette &
  typeof signIn &
  typeof slot &
  typeof statement &
  typeof table &
  typeof transfer

type OfficeMessages = typeof officeApproval &
  typeof officeAudit &
  typeof officeBooks &
  typeof officeFactor &
  typeof officeFrame &
  typeof officeHelp &
  typeof officeHistory &
  typeof officeMaintenance &
  typeof officeMember &
  typeof officeMoneyRequest &
  typeof officeNote &
  typeof officeNotice &
  typeof officeOperator &
  typeof officePasswordReset &
  typeof officeRegistration &
  typeof officeSeatRound &
  typeof officeSharedRound &
  typeof officeSignIn

/**
 * The messages by the moment in which a page loads them: each part is one file per language. A part lists the top-level
 * keys of the catalogues; each key is in exactly one part. The files of `<locale>/office/` are under the key `office`.
 */
export const messageParts = {
  /** The frame. Kept small, because every first visit waits for it. */
  site: ['frame', 'menu', 'footer', 'notFound', 'problem'],
  /** The home and the tiles of games, loaded with the code of the home, and with every page. */
  home: ['home', 'lobbyFeature', 'jackpot'],
  /** What presses and events are answered, on every page; loaded after the first paint. */
  answers: ['common', 'messages', 'errors', 'signIn', 'announce'],
  /** What only the server renders. */
  document: ['homeDocument'],
  /** Every page of the member site besides the home. */
  account: ['pager', 'credits', 'registration', 'member', 'moneyRequest', 'help', 'note', 'notice'],
  /** The pages with lists of money, bets and sessions. */
  records: ['statement', 'history', 'comp', 'signInSessions', 'passwordReset'],
  limits: ['limit', 'transfer'],
  /** Common questions on the help page. */
  faq: ['helpFaq'],
  fairness: ['fairness', 'fairnessSymbol'],
  /** The verdicts on a series of a table and on a round with decisions. */
  series: ['fairnessSeries', 'fairnessDecided'],
  /** The lobby, and what opens over a page: games and popups. */
  lobby: ['lobby', 'favourite', 'homeLatestHelp', 'launch', 'noticePopup', 'noticePopupMove'],
  /** The offer of a language, loaded in the language offered. */
  offer: ['languageOffer'],
  /** What tiles of tables show, once one is in view. */
  tiles: ['lobbyTile'],
  /** The messages of live events, of a session that ends, of what a sign-in is answered, and why one joins. */
  live: ['maintenance', 'signInAnswer', 'signInReasons', 'signInIdle', 'signInEnd'],
  /** Rounds that anyone may watch, sharing one, and the pages that few visitors open. */
  watch: ['replayWatch', 'replay', 'limitPlay', 'errorPage'],
  /** The game window, which loads `site`, `home` and `answers` as well. */
  play: ['play', 'slot'],
  /** What the window of a table loads besides, then the parts of its kind. */
  table: ['table'],
  cards: ['cards'],
  baccarat: ['baccarat'],
  blackjack: ['blackjack'],
  'dragon-tiger': ['dragonTiger'],
  'sic-bo': ['sicBo'],
  roulette: ['roulette'],
  race: ['race'],
  /** The office, in Korean and English only. */
  office: ['office'],
} as const satisfies Record<string, readonly (keyof Messages)[]>

/** The messages of the frame in any language. */
export type SiteMessages = Translation<Pick<Messages, (typeof messageParts)['site'][number]>>

/** The messages of the home in any language. */
export type HomeMessages = Translation<Pick<Messages, (typeof messageParts)['home'][number]>>

/** The messages that only the server renders, in any language. */
export type DocumentMessages = Translation<Pick<Messages, (typeof messageParts)['document'][number]>>
