import { memo, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SpotsProps } from '../table-kind.ts'
import { wheel } from '#domain/games/table/roulette/wheel.ts'
import { useMoney } from '#web/play/kit/money.ts'
import type { Store } from '#web/shared/store.ts'
import { sections, useCallTexts } from './call-text.ts'
import type { Inspection } from './inspected.tsx'
import { trackField, trackPoints } from './layout.ts'
import { colorOf } from './roulette-text.ts'
import { SpotChip } from './spot-chip.tsx'
import { useIsStanding } from './use-is-standing.ts'
import style from './racetrack.module.css'

/** The drawing of the track: its size, and how thick the band of numbers is. */
const drawings = {
  lying: { width: 760, height: 158, thickness: 40 },
  standing: { width: 366, height: 400, thickness: 44 },
} as const

/**
 * The numbers in the order of the wheel, with the own stake on each alone: a press bets on a number and its neighbours. Inside are the
 * calls on parts of the wheel.
 */
export const Racetrack = memo(function Racetrack(
  props: SpotsProps & { inspected: Store<Inspection | null> },
): ReactNode {
  const { game, limits, chips, picture, stakes, pending, ends, isOpen, onPlace, inspected } = props
  const t = useTranslations('roulette')
  const texts = useCallTexts(game, limits)
  const money = useMoney()
  const isStanding = useIsStanding()
  const { width, height, thickness } = drawings[isStanding ? 'standing' : 'lying']
  const inset = thickness / 2 + 2
  const track = { width: width - 2 * inset, height: height - 2 * inset }
  const points = trackPoints(track)
  const host = useRef<HTMLFieldSetElement>(null)
  const callOf = (code: string) => ({
    'data-spot': `call ${code}`,
    'data-call': code,
    'aria-disabled': !isOpen || undefined,
    onClick: () => onPlace(game.calls.find((call) => call.code === code)?.chips ?? []),
    onFocus: () => inspected.set({ kind: 'call', code }),
    onPointerEnter: () => inspected.set({ kind: 'call', code }),
  })
  return (
    <fieldset
      ref={host}
      className={style.track}
      data-standing={isStanding || undefined}
      aria-label={t('race')}
      onPointerLeave={() => inspected.set(null)}
    >
      <svg className={style.band} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {wheel.map((pocket, index) => (
          <polygon
            key={pocket}
            data-color={colorOf(pocket)}
            points={trackField(index, track, thickness)
              .map(({ x, y }) => `${(x + inset).toFixed(1)},${(y + inset).toFixed(1)}`)
              .join(' ')}
          />
        ))}
      </svg>
      {wheel.map((pocket, index) => {
        const { x = 0, y = 0, angle = 0 } = points[index] ?? {}
        const at = { left: `${((x + inset) / width) * 100}%`, top: `${((y + inset) / height) * 100}%` }
        // Beside a chip, which lies towards the inner edge of the band, the number moves to the outer one.
        const inward = { '--in-x': (-Math.sin(angle)).toFixed(3), '--in-y': Math.cos(angle).toFixed(3) }
        const code = `straight-${pocket}`
        const stake = stakes.get(code) ?? 0n
        const call = texts(`neighbours-${pocket}`)?.label ?? ''
        return (
          <button
            key={pocket}
            type="button"
            className={style.pocket}
            data-staked={stake > 0n || undefined}
            style={{ ...at, ...inward } as CSSProperties}
            tabIndex={index === 0 ? 0 : -1}
            onKeyDown={(event) => moveFocus(event, host.current)}
            {...callOf(`neighbours-${pocket}`)}
          >
            {/* An attribute would have to contain all that is seen on the number. */}
            <span className="visually-hidden">
              {stake > 0n ? t('callStaked', { call, pocket: String(pocket), stake: money(stake) }) : call}
            </span>
            <span className={style.number} aria-hidden="true">
              {pocket}
            </span>
            {stake > 0n && (
              <SpotChip
                amount={stake}
                {...{ chips, picture }}
                isPending={pending.has(code)}
                isLost={ends !== null && !ends.has(code)}
              />
            )}
          </button>
        )
      })}
      <div className={style.sections}>
        {sections.map((code) => (
          <button key={code} type="button" className={style.section} aria-label={texts(code)?.label} {...callOf(code)}>
            {texts(code)?.name}
          </button>
        ))}
      </div>
    </fieldset>
  )
})

/** Arrows move along the track, in the order of the wheel. */
function moveFocus(event: KeyboardEvent, host: HTMLElement | null): void {
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
  const by = steps[event.key]
  const all = [...(host?.querySelectorAll<HTMLButtonElement>('[data-call^=neighbours]') ?? [])]
  const at = all.findIndex((one) => one === document.activeElement)
  if (by === undefined || at < 0) return
  event.preventDefault()
  const next = all[(at + by + all.length) % all.length]
  for (const one of all) one.tabIndex = one === next ? 0 : -1
  next?.focus()
}
