import { createRoot } from 'react-dom/client'
import { load as loadTableMessages } from 'messages:table'
import { sketches } from 'rounds:sketches'
import '#web/shared/tokens.css'
import '../window.css'
import { catalogue } from '#domain/games/catalogue.ts'
import { workshop } from '#domain/games/workshop.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { isLocale, type Locale } from '#i18n/locales.ts'
import { MessagesProvider } from '#web/shared/messages.tsx'
import { applyLocale, loadManifest, loadMessages } from '../kit/boot.ts'
import { createSound } from '../kit/sound.ts'
import { loadFigures, loadMachine } from '../slot/load-art.ts'
import { loadMechanics } from '../slot/stage/mechanics.ts'
import { themeOf } from '../slot/theme.ts'
import { loadCardArt } from '../table/cards/card-art.ts'
import { kindLoaders } from '../table/kinds.ts'
import type { TableKindParts } from '../table/table-kind.ts'
import { FilmSheet } from './film-sheet.tsx'
import { findRound, roundKinds, type RoundKind } from './find-round.ts'
import { RoundFinder } from './round-finder.tsx'
import { tableScenes } from './scenes.ts'
import { loadSeatMessages, SeatPage } from './seat-page.tsx'
import { seatScenes } from './seat-scenes.ts'
import { TablePage } from './table-page.tsx'
import { RoundView, type ShownMachine } from './round-view.tsx'
import { sketchAtlas } from './sketch-atlas.ts'
import { setSpeed } from './speed.ts'

/**
 * `/dev/rounds`, for development only: shows any round of any machine in the window's own stage. `scripts/rounds.ts`
 * builds and serves it; the program never does.
 *
 * `?bare=1&machine=…&kind=…&number=…&speed=…&l=…` shows the window alone, as the pictures and the frame of the page use it;
 * `?bare=1&films=1&machine=…` the films of the machine's symbols; `?bare=1&table=baccarat&kind=…` a
 * simulated table, with `outcomes=[…]` as JSON what it deals; `?bare=1&seat=blackjack&kind=…` a simulated seat.
 */

const machines = [...[...catalogue, ...workshop].map(({ game }) => game), ...sketches]
const mostSearched = 400_000

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  const asked = new URL(location.href).searchParams
  const locale = asked.get('l') ?? 'ko'
  const own = isLocale(locale) ? locale : 'ko'
  const loadKind = kindLoaders[asked.get('table') ?? '']
  const [messages, table, manifest, kind] = await Promise.all([
    loadMessages(own),
    loadTableMessages[own](),
    loadManifest(),
    loadKind?.() ?? null,
  ])
  const kindMessages = kind ? await kind.loadMessages(own) : asked.has('seat') ? await loadSeatMessages(own) : {}
  applyLocale(own, manifest)
  const content =
    asked.get('bare') === '1' ? await viewOf(asked, manifest, own, kind) : <RoundFinder machines={machines} />
  createRoot(root).render(
    <MessagesProvider locale={own} messages={{ ...messages, ...table.messages, ...kindMessages }} timeZone="Asia/Seoul">
      {content}
    </MessagesProvider>,
  )
}

async function viewOf(
  asked: URLSearchParams,
  manifest: ShownMachine['manifest'],
  locale: Locale,
  parts: TableKindParts | null,
) {
  if (parts) {
    setSpeed(Number(asked.get('speed') ?? '1'))
    const scene = tableScenes.find((one) => one === asked.get('kind')) ?? 'open'
    const outcomes = JSON.parse(asked.get('outcomes') ?? '[]') as TableOutcome[]
    const code = asked.get('table') ?? ''
    const game = parts.games.find((one) => one.code === code)
    if (!game) return <p data-none="">The window shows no such table.</p>
    const kind = { ...parts, Stage: await parts.loadStage(manifest, game) }
    return <TablePage {...{ code, scene, outcomes, kind, manifest }} />
  }
  if (asked.has('seat')) {
    setSpeed(Number(asked.get('speed') ?? '1'))
    const scene = seatScenes.find((one) => one === asked.get('kind')) ?? 'open'
    const code = asked.get('seat') ?? ''
    if (!seatGames.some(({ game }) => game.code === code)) return <p data-none="">The window shows no such game.</p>
    return <SeatPage {...{ code, scene, manifest }} art={await loadCardArt(manifest)} />
  }
  if (asked.has('table')) return <p data-none="">The window shows no such table.</p>
  const game = machines.find(({ code }) => code === asked.get('machine')) ?? machines[0]
  if (!game) return <p>No machine.</p>
  if (asked.get('films') === '1') return <FilmSheet game={game} machine={await machineOf(game, manifest, locale)} />
  setSpeed(Number(asked.get('speed') ?? 1))
  const kind: RoundKind = roundKinds.find((one) => one === asked.get('kind')) ?? 'any'
  const pasted = sessionStorage.getItem('rounds.pasted')
  const found = findRound(game, kind, Number(asked.get('number') ?? 1), mostSearched)
  if (found === null) return <p data-none="">No round of this kind among {mostSearched}.</p>
  document.documentElement.dataset['number'] = String(found.number)
  const machine = await machineOf(found.game, manifest, locale)
  const events = pasted === null ? null : (JSON.parse(pasted) as typeof found.round.events)
  return <RoundView machine={machine} found={events ? { ...found, round: { ...found.round, events } } : found} />
}

async function machineOf(
  game: ShownMachine['game'],
  manifest: ShownMachine['manifest'],
  locale: Locale,
): Promise<ShownMachine> {
  const sound = createSound(null, themeOf(game.code).sound)
  const drawn = manifest[`atlas/${game.code}`]
  if (drawn) return { game, manifest, sound, ...(await loadMachine(manifest, game, drawn, locale)) }
  const [mechanics] = await Promise.all([loadMechanics(game), loadFigures()])
  const loadLayers = () => Promise.resolve(null)
  return { game, manifest, mechanics, sound, frame: null, loadLayers, ...(await sketchAtlas(game)) }
}

void start()
