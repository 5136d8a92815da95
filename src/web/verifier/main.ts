import { readBlackjackData } from '#domain/games/blackjack/blackjack-data.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { readGameData } from '#domain/games/game-data.ts'
import { listText, mostListed } from '#domain/games/listed-notes.ts'
import type { SeedChainReport, SeedFault } from '#domain/games/seed-chain.ts'
import type { Win } from '#domain/games/round.ts'
import { markOf, moneyOf, prizeTitles, titleOf, viewsOf, type RoundView } from '#domain/games/round-views.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import { readTableData } from '#domain/games/table/table-data.ts'
import { tables } from '#domain/games/table/tables.ts'
import type { Verification } from '#domain/games/verify-round.ts'
import { verifyText, type VerifiedGame } from '#domain/games/verify-text.ts'
import { documentLanguage } from '#i18n/language-tags.ts'
import { languageNames, offeredLocales, isLocale, type Locale } from '#i18n/locales.ts'
import type { Messages } from '#i18n/parts.ts'
import { messages as cn } from 'messages:fairness/cn'
import { messages as cnPlay } from 'messages:play/cn'
import { messages as cnSeries } from 'messages:series/cn'
import { messages as en } from 'messages:fairness/en'
import { messages as enPlay } from 'messages:play/en'
import { messages as enSeries } from 'messages:series/en'
import { messages as jp } from 'messages:fairness/jp'
import { messages as jpPlay } from 'messages:play/jp'
import { messages as jpSeries } from 'messages:series/jp'
import { messages as ko } from 'messages:fairness/ko'
import { messages as koPlay } from 'messages:play/ko'
import { messages as koSeries } from 'messages:series/ko'
import { messages as vn } from 'messages:fairness/vn'
import { messages as vnPlay } from 'messages:play/vn'
import { messages as vnSeries } from 'messages:series/vn'
import { createTranslator } from 'use-intl/core'
import { decidedOf } from './decided.ts'
import { comparison, element, verdictOf, type Texts } from './elements.ts'
import { checksOf, stepsOf } from './recomputed.ts'
import { seriesOf } from './series.ts'

/**
 * The offline verifier: one HTML file without any address in it, built by `scripts/fairness/verifier.ts`. It runs the
 * same `#domain/games` code as the page `/fairness`, and draws with the DOM alone, so that its source stays readable.
 */

const catalogues = {
  cn: { ...cn, ...cnPlay, ...cnSeries },
  en: { ...en, ...enPlay, ...enSeries },
  jp: { ...jp, ...jpPlay, ...jpSeries },
  ko: { ...ko, ...koPlay, ...koSeries },
  vn: { ...vn, ...vnPlay, ...vnSeries },
} as const
/** Those that the file has, and those whose data were pasted. */
const games: VerifiedGame[] = [...catalogue, ...tables, ...seatGames].map(({ game }) => game)

const verdictTexts = {
  proven: ['proven', 'provenText'],
  false: ['false', 'falseText'],
  void: ['void', 'voidText'],
  'not-revealed': ['notRevealed', 'notRevealedText'],
  'unknown-mathematics': ['unknown', 'unknownText'],
} as const

let pasted = ''

function show(locale: Locale): void {
  const textsOf = (namespace: 'fairness' | 'play.fairness' | 'fairnessSeries' | 'fairnessDecided'): Texts =>
    createTranslator({
      locale: documentLanguage[locale],
      messages: catalogues[locale] as unknown as Messages,
      namespace,
    }) as unknown as Texts
  const t = textsOf('fairness')
  // The faults of a chain, in the words of the game window.
  const play = textsOf('play.fairness')
  const texts: AllTexts = {
    t,
    play,
    series: textsOf('fairnessSeries'),
    decided: textsOf('fairnessDecided'),
    locale,
  }
  document.documentElement.lang = documentLanguage[locale]
  document.title = t('files.verifier')
  const field = element('textarea', { id: 'record', spellcheck: 'false' })
  field.value = pasted
  field.addEventListener('input', () => {
    pasted = field.value
  })
  const result = element('div', { role: 'status' })
  const button = element('button', { type: 'button' }, t('form.verify'))
  button.addEventListener('click', () => result.replaceChildren(...resultOf(texts, field.value)))
  const languages = element('select', { 'aria-label': 'Language' })
  for (const code of offeredLocales) {
    const option = element('option', { value: code }, languageNames[code])
    option.selected = code === locale
    languages.append(option)
  }
  languages.addEventListener('change', () => show(isLocale(languages.value) ? languages.value : 'en'))
  document.body.replaceChildren(
    element('header', {}, element('h1', {}, t('files.verifier')), languages),
    element('p', {}, element('label', { for: 'record' }, t('form.paste')), element('br'), t('form.hint')),
    field,
    element('p', {}, button),
    result,
  )
  if (pasted !== '') result.replaceChildren(...resultOf(texts, pasted))
}

type AllTexts = { t: Texts; play: Texts; series: Texts; decided: Texts; locale: Locale }

function resultOf({ t, play, series, decided, locale }: AllTexts, text: string): Node[] {
  if (text.trim() === '') return [element('p', {}, t('form.empty'))]
  const data = readGameData(text) ?? readTableData(text) ?? readBlackjackData(text)
  if (data?.kind === 'fault') return [element('p', {}, t('form.dataFault', { field: data.fault.field }))]
  if (data) {
    const { code, version } = data.game
    games.push(data.game)
    return [
      element('p', {}, t('form.dataRead', { game: code, version: String(version) })),
      element('p', {}, element('code', {}, data.mathHash)),
    ]
  }
  const answer = verifyText(text, games)
  if (answer.kind === 'malformed') {
    const { names } = answer
    return [
      element('p', {}, names.length === 0 ? t('form.notJson') : t('form.wrongFields', { names: names.join(', ') })),
    ]
  }
  if (answer.kind === 'chain') return chainOf(t, play, answer.report, answer.count)
  if (answer.kind === 'series') return seriesOf({ t, series, locale }, answer)
  if (answer.kind === 'decided') return decidedOf({ t, decided, locale }, answer)
  const { record, verification } = answer
  const [title, explanation] = verdictTexts[verification.verdict]
  const isStakeOpen = verification.checks.some(({ holds, proves }) => holds && !proves)
  const { round } = verification
  const sentence =
    explanation === 'provenText' && isStakeOpen
      ? 'noWinText'
      : explanation === 'voidText' && round
        ? 'voidResultText'
        : explanation
  return [
    verdictOf(verification.verdict, t(`verdict.${title}`), t(`verdict.${sentence}`, { units: round?.units ?? 0 })),
    ...checksOf(t, verification.checks),
    ...(round ? roundOf(t, record, round) : []),
  ]
}

function chainOf(t: Texts, play: Texts, report: SeedChainReport, count: number): Node[] {
  const { faults } = report
  const holds = faults.length === 0
  const name = holds ? 'proven' : 'false'
  const note = (key: string, listed: Parameters<typeof listText>[0]): Node[] =>
    listed.length === 0 ? [] : [element('p', {}, play(key, { pairs: listText(listed), rounds: listText(listed) }))]
  return [
    verdictOf(name, t(`verdict.${name}`), holds ? play('holds', { count }) : play('faultText')),
    ...(holds ? [] : [faultList(play, faults)]),
    ...(faults.length > mostListed ? [element('p', {}, `+ ${faults.length - mostListed}`)] : []),
    ...note('oldPairs', report.oldPairs),
    ...note('unwitnessed', report.unwitnessedPairs),
    ...note('notChosen', report.notChosenPairs),
    ...note('ended', report.endedPairs),
    ...note('chosenAgain', report.chosenAgain),
    ...note('notSeen', report.notSeenNumbers),
    ...note('unknownGames', report.unknownGames),
  ]
}

function faultList(play: Texts, faults: readonly SeedFault[]): Node {
  const items = faults.slice(0, mostListed).map(({ pair, kind, expected, got }) =>
    comparison(
      [play('faultOf', { pair, fault: play(`fault.${kind}`) })],
      [
        [play('expected'), expected],
        [play('got'), got],
      ],
    ),
  )
  return element('ul', { 'aria-label': play('faultTitle') }, ...items)
}

function roundOf(t: Texts, record: RoundRecord, round: NonNullable<Verification['round']>): Node[] {
  const { game } = round
  const names: Names = {
    idOf: (symbol) => game.symbols[symbol]?.id ?? '',
    money: (units) => moneyOf(units, record, game.unitsPerStake),
  }
  return [
    ...viewsOf(game, round.events).flatMap((view) => [
      element('h3', {}, t(`replay.${titleOf(view)}`, { step: view.step }), fallText(t, view)),
      windowOf(view, game.grid.rows, names),
      ...paidOf(t, view, names).map((text) => element('p', {}, text)),
    ]),
    ...stepsOf(t, record, round),
  ]
}

function fallText(t: Texts, { falls }: RoundView): string {
  return falls === 0 ? '' : ` · ${t('replay.falls', { falls })}`
}

/** How symbols and units of a round are written. */
type Names = { idOf: (symbol: number) => string; money: (units: number) => string }

/** What a picture of a round paid, a sentence for each. */
function paidOf(t: Texts, view: RoundView, { idOf, money }: Names): string[] {
  const { wins, multiplier, scatter, prizes, coins, cut, jackpot } = view
  const times = multiplier > 1 ? ` ×${multiplier}` : ''
  return [
    ...wins.map((win) => `${winName(t, win)}${win.count} × ${idOf(win.symbol)}${times}: ${money(win.pay)}`),
    ...(scatter ? [`${t('replay.scatter', { count: scatter.count })}: ${money(scatter.pay)}`] : []),
    ...(scatter && scatter.spinsAwarded > 0 ? [t('replay.awarded', { count: scatter.spinsAwarded })] : []),
    ...(coins.size > 0 ? [t('replay.held', { count: coins.size })] : []),
    ...prizes.map(({ prize, pay }) => `${t(`replay.${prizeTitles[prize]}`)}: ${money(pay)}`),
    ...(cut === null ? [] : [t('replay.capped')]),
    ...(jackpot === null ? [] : [t('replay.jackpot', { tier: jackpot.toUpperCase() })]),
  ]
}

function winName(t: Texts, win: Win): string {
  if ('ways' in win) return `${t('replay.ways', { ways: win.ways })}: `
  return 'line' in win ? `${t('replay.line', { line: win.line + 1 })}: ` : ''
}

function windowOf(view: RoundView, rows: number, { idOf, money }: Names): Node {
  const table = element('table', {})
  for (let row = 0; row < rows; row++) {
    const cells = view.grid.map((reel, index) => {
      const position = index * rows + row
      const won = view.positions.has(position) ? { class: 'won' } : {}
      return element('td', won, `${idOf(reel[row] ?? 0)} ${markOf(view, position, money)}`.trimEnd())
    })
    table.append(element('tr', {}, ...cells))
  }
  return element('div', { class: 'scroll' }, table)
}

const preferred = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
const spoken = preferred.flatMap((tag) => offeredLocales.filter((code) => documentLanguage[code].startsWith(tag)))
show(spoken[0] ?? 'ko')
