import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react'
import { classes } from '#web/shared/classes.ts'
import style from './scene-life.module.css'

/** What moves in the scene of a machine while its reels rest, as data of its theme. Places are percent of the scene's picture. */
export type Life = { grains: readonly Grains[]; lights: readonly Lights[] }

/** Small things that cross the scene, one after the other. */
export type Grains = {
  form: 'spark' | 'petal' | 'leaf' | 'shard' | 'feather' | 'streak' | 'cloud'
  colours: readonly string[]
  count: number
  /** Percent of the height of the scene; half of the grains are smaller. */
  size: number
  /** How long one takes, and how far it moves in the meantime. */
  ms: number
  across: number
  down: number
  /** Degrees that it turns. */
  turn?: number
  alpha?: number
  /** The height at which they begin, from and to; by default beyond the edge that they come from. */
  from?: readonly [number, number]
  /** The columns of a wide scene in which they begin; by default those beside the reels. */
  columns?: readonly (readonly [number, number])[]
}

type Place = readonly [x: number, y: number]

/** Lights that burn at places of a wide scene and of an upright one; a bolt strikes there instead. */
export type Lights = {
  form?: 'bolt'
  /** `r, g, b`. */
  colour: string
  size: number
  ms: number
  wide: readonly Place[]
  tall: readonly Place[]
}

const beside: NonNullable<Grains['columns']> = [
  [0, 15],
  [85, 100],
]
/** Grains never stand in a row: their places follow from their number, without chance. */
const even = (index: number, step: number): number => (index * step) % 1
const between = ([from, to]: readonly [number, number], share: number): number => from + (to - from) * share

/** Ms between two moments: the whole window is composed anew for each of them, which takes its time without a graphics card. */
const everyMs = 50

export function SceneLife({ life }: { life: Life }): ReactNode {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => (field.current ? moveSlowly(field.current) : undefined), [life])
  return (
    <div ref={field} className={style.field} data-life="">
      {life.grains.flatMap((grains, kind) =>
        Array.from({ length: grains.count }, (_, index) => (
          <i
            key={`${kind}.${index}`}
            className={classes(style.grain, style[grains.form])}
            style={grainOf(grains, index)}
          />
        )),
      )}
      {life.lights.flatMap((lights, kind) =>
        lights.wide.map((place, index) => (
          <i
            key={`${kind}.${index}`}
            className={classes(style.light, lights.form && style[lights.form])}
            style={lightOf(lights, place, index)}
          />
        )),
      )}
    </div>
  )
}

/** Moves all animations together and less often than the screen shows frames; a hidden window moves nothing. */
function moveSlowly(field: HTMLElement): () => void {
  const animations = 'getAnimations' in field ? field.getAnimations({ subtree: true }) : []
  for (const animation of animations) animation.pause()
  let ms = 0
  const timer = setInterval(() => {
    if (document.hidden) return
    ms += everyMs
    for (const animation of animations) animation.currentTime = ms
  }, everyMs)
  return () => clearInterval(timer)
}

function grainOf(grains: Grains, index: number): CSSProperties {
  const { colours, count, size, ms, across, down, turn = 0, alpha = 0.85, columns = beside } = grains
  const edge = down > 0 ? ([-8, -8] as const) : ([100, 100] as const)
  const place = even(index, 0.618_034)
  const y = between(grains.from ?? edge, even(index, 0.754_877))
  return custom({
    x: between(columns[index % columns.length] ?? [0, 100], place),
    y,
    'tall-x': place * 100,
    'tall-y': y,
    size: size * (index % 2 === 0 ? 1 : 0.62),
    across,
    down,
    turn,
    alpha,
    colour: colours[index % colours.length] ?? '#fff',
    ms: `${ms}ms`,
    delay: `${-Math.round((ms * (index + 0.5)) / count)}ms`,
  })
}

function lightOf({ colour, size, ms, tall }: Lights, [x, y]: Place, index: number): CSSProperties {
  const [tallX, tallY] = tall[index] ?? [x, y]
  const delay = `${-Math.round(ms * 2 * even(index + 1, 0.618_034))}ms`
  return custom({ x, y, 'tall-x': tallX, 'tall-y': tallY, size, colour, ms: `${ms}ms`, delay })
}

function custom(values: Readonly<Record<string, string | number>>): CSSProperties {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `--${name}`,
      typeof value === 'number' ? String(Math.round(value * 100) / 100) : value,
    ]),
  )
}
