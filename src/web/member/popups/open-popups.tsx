import type { Popup } from '#contract/notice.ts'
import { call } from '#web/shared/api.ts'
import { useTranslations } from 'use-intl/react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '#web/shared/store.ts'
import { openLayers, setLayer } from '#web/member/frame/arrival.ts'
import { usePage } from '#web/member/page-data.ts'
import { PopupCard } from './popup-card.tsx'
import { closeForNow, hideForToday, isDismissed } from './popup-memory.ts'
import { around, moveWithin, placePopups, type Box, type PopupArea, type Spot } from './popup-place.ts'
import { useSession } from '#web/member/session/session.ts'
import style from './popups.module.css'

/**
 * The popups that were not dismissed, once no language is offered any more. They precede the page in focus order and for
 * screen readers, as they cover it on screen.
 */
export function OpenPopups(): ReactNode {
  const t = useTranslations('noticePopup')
  const popups = useShownPopups()
  const place = usePlaceBeforePage()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const isOffering = useStore(openLayers).has('offer')
  const left = popups?.filter(({ id }) => !closed.has(id) && !isDismissed(id))
  const open = isOffering ? none : (left ?? none)
  const isOver = left?.length === 0
  useEffect(() => setLayer('popups', !isOver), [isOver])
  const region = useRef<HTMLElement>(null)
  const move = useSpots(region, open)
  if (open.length === 0) return null
  const dismiss = (id: string, remember: (id: string) => void) => {
    const hadFocus = document.getElementById(cardId(id))?.contains(document.activeElement) ?? false
    remember(id)
    setClosed(new Set([...closed, id]))
    const next = open.find((other) => other.id !== id)
    // Moves the focus to the next popup: with the removed one it would fall back to the start of the page.
    if (hadFocus) queueMicrotask(() => focusOn(next === undefined ? 'main' : cardId(next.id)))
  }
  return createPortal(
    <aside ref={region} className={style.region} aria-label={t('region')}>
      {open.map((popup, index) => (
        <PopupCard
          key={popup.id}
          id={cardId(popup.id)}
          popup={popup}
          place={index + 1}
          count={open.length}
          onMove={(step) => move(popup.id, step)}
          hide={() => dismiss(popup.id, hideForToday)}
          close={() => dismiss(popup.id, closeForNow)}
        />
      ))}
    </aside>,
    place,
  )
}

const none: readonly Popup[] = []

function cardId(id: string): string {
  return `popup-${id}`
}

function focusOn(id: string): void {
  const element = document.getElementById(id)
  if (element === null) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/**
 * Guests get the popups rendered with the page; members those of the server, which sends none to self-excluded members.
 * Null until they are known.
 */
function useShownPopups(): readonly Popup[] | null {
  const { popups } = usePage().site
  const session = useSession()
  const userId = session.kind === 'member' ? session.user.userId : null
  const [own, setOwn] = useState<readonly Popup[] | null>(null)
  useEffect(() => {
    if (userId === null) return
    const abort = new AbortController()
    call('get-notice-popup', {}, { signal: abort.signal, quiet: true }).then(
      (answer) => setOwn(answer.note),
      // Popups are optional: ignore the error.
      () => {
        if (!abort.signal.aborted) setOwn(none)
      },
    )
    return () => abort.abort()
  }, [userId])
  if (session.kind === 'guest') return popups
  return session.kind === 'member' ? own : null
}

/** An element at the start of the page, so that popups come before the content they cover in focus order. */
function usePlaceBeforePage(): HTMLElement {
  const [place] = useState(() => document.createElement('div'))
  useLayoutEffect(() => {
    document.body.prepend(place)
    return () => place.remove()
  }, [place])
  return place
}

type Region = { readonly current: HTMLElement | null }

/**
 * Places each popup at the operator's position but clear of headline, controls and first tile; returns a function that
 * moves one. A spot is final once the first tile was there to be left clear: a page that is just being entered has none yet.
 */
function useSpots(region: Region, open: readonly Popup[]): (id: string, step: Spot) => void {
  const spots = useRef(new Map<string, Spot>())
  const put = (id: string, spot: Spot | undefined, isFinal: boolean) => {
    const card = document.getElementById(cardId(id))
    if (card === null || spot === undefined) return
    if (isFinal) spots.current.set(id, spot)
    card.style.setProperty('--x', `${spot.x}px`)
    card.style.setProperty('--y', `${spot.y}px`)
  }
  const placeAll = useEffectEvent(() => {
    const here = region.current
    // Phones show one at a time.
    const shown = matchMedia('(max-width: 719px)').matches ? open.slice(0, 1) : open
    if (here === null || shown.every(({ id }) => spots.current.has(id))) return
    const wanted = shown.map(({ id, posX, posY }) => ({
      ...boxOf(document.getElementById(cardId(id)), here),
      ...(spots.current.get(id) ?? { x: posX, y: posY }),
    }))
    const area = areaOf(here)
    const placed = placePopups(wanted, area)
    for (const [index, { id }] of shown.entries()) put(id, spots.current.get(id) ?? placed[index], area.tile !== null)
  })
  // Positioned before painting, so that it does not jump.
  useLayoutEffect(() => placeAll())
  useEffect(() => {
    const page = document.getElementById('root')
    if (page === null) return
    const observer = new ResizeObserver(() => placeAll())
    observer.observe(page)
    return () => observer.disconnect()
  }, [])
  return (id, step) => {
    const here = region.current
    if (here === null) return
    const { left, top } = here.getBoundingClientRect()
    const seen = { x: -left, y: -top, width: document.documentElement.clientWidth, height: innerHeight }
    put(id, moveWithin(boxOf(document.getElementById(cardId(id)), here), step, seen), true)
  }
}

/** What the page shows around the popups at the moment. */
function areaOf(region: HTMLElement): PopupArea {
  const headline = [...document.querySelectorAll('[data-headline] > *')].map((element) => boxOf(element, region))
  const header = boxOf(document.querySelector('#root header'), region)
  const controls = document.querySelector('#root [aria-roledescription=carousel] > :last-child:has(button)')
  const games = document.getElementById('games')
  const tile = document.querySelector('#games [data-tiles] button:not([data-locked])')
  return {
    width: region.clientWidth,
    top: header.y + header.height,
    headline: around(headline),
    controls: controls && boxOf(controls, region),
    games: games && boxOf(games, region).y,
    tile: tile && boxOf(tile, region),
  }
}

/** The position of an element relative to the region. */
function boxOf(element: Element | null, region: HTMLElement): Box {
  const { left, top, width, height } = (element ?? region).getBoundingClientRect()
  const origin = region.getBoundingClientRect()
  return { x: left - origin.left, y: top - origin.top, width, height }
}
