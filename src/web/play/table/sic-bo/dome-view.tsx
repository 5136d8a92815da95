import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { classes } from '#web/shared/classes.ts'
import type { Cover } from '../cards/camera.ts'
import type { StageProps } from '../table-kind.ts'
import tones from '../tone.module.css'
import { facesOf } from './dice-painter.ts'
import type { Dice } from './dice-motion.ts'
import { DieFaces } from './die-face.tsx'
import { createDomeStage, type DomeArt, type DomeStage } from './dome-stage.ts'
import { glassArt } from './dome.ts'
import { sizeOf, sizeTones, totalOf } from './sic-bo-text.ts'
import style from './dome-view.module.css'
import { watchSize } from '../stage-size.ts'

/** The dome on its table, sized to its place: the picture of the place, the dice, the glass, then cover and hands. */
export function DomeView(props: StageProps & { art: DomeArt }): ReactNode {
  const { manifest, art, label, deal } = props
  const t = useTranslations('sicBo')
  const host = useRef<HTMLDivElement>(null)
  const inside = useRef<HTMLCanvasElement>(null)
  const above = useRef<HTMLCanvasElement>(null)
  const [cover, setCover] = useState<Cover | null>(null)
  const [lying, setLying] = useState<Dice | null>(null)
  const [stage, setStage] = useState<DomeStage | null>(null)
  const latest = useRef({ ...props, t })
  useEffect(() => {
    latest.current = { ...props, t }
  })
  useEffect(() => {
    const place = host.current
    if (!place || !inside.current || !above.current) return
    const made = createDomeStage({
      inside: inside.current,
      above: above.current,
      ...art,
      now: () => performance.now(),
      isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
      sound: (name, step) => latest.current.sound(name, step),
      onRest(dice) {
        setLying(dice)
        const { current } = latest
        current.onShown?.(current.t('shown', { dice: dice.join(', '), total: totalOf({ dice }) }))
        current.onEnd?.()
      },
      onClear: () => setLying(null),
    })
    const endWatch = watchSize(place, (size) => setCover(made.resize(size)))
    setStage(made)
    return () => {
      endWatch()
      made.dispose()
    }
  }, [art])
  const key = deal?.key
  useEffect(() => {
    if (!stage) return
    const next = latest.current.deal
    // A replay has a key of its own, which begins with the round.
    const [round = ''] = next?.key.split(' ') ?? []
    if (next?.outcome.kind === 'sic-bo') stage.deal(next.outcome.dice, round, next.dealMs, next.elapsedMs)
    else stage.clear()
  }, [stage, key])
  return (
    <div ref={host} className={style.host}>
      <img className={style.picture} src={manifest['table/dome-place']} alt={label} style={placed(cover)} />
      <canvas ref={inside} className={style.layer} aria-hidden="true" />
      <img className={style.glass} src={manifest['table/dome-glass']} alt="" style={placed(cover, glassArt)} />
      <canvas ref={above} className={style.layer} aria-hidden="true" />
      {lying && <Lying dice={lying} />}
      {props.children}
    </div>
  )
}

/** The dice that lie in the dome, with their total, in the corner. */
function Lying({ dice }: { dice: Dice }): ReactNode {
  const t = useTranslations('sicBo')
  const total = totalOf({ dice })
  return (
    <span className={classes(style.lying, tones.tone)} data-tone={sizeTones[sizeOf({ dice })]}>
      <DieFaces faces={dice} />
      <b aria-label={t('shown', { dice: dice.join(', '), total })}>{total}</b>
    </span>
  )
}

/** Where a part of the picture of the table lies on the stage. */
function placed(cover: Cover | null, part = { x: 0, y: 0 }): CSSProperties {
  if (!cover) return { visibility: 'hidden' }
  const { left, top, scale } = cover
  return { transform: `translate(${left + part.x * scale}px, ${top + part.y * scale}px) scale(${scale})` }
}

/** Loads the pictures of the stage. Rejects when one cannot be loaded. */
export async function loadDomeArt(manifest: ArtManifest): Promise<DomeArt> {
  const load = async (name: 'table/dice' | 'table/dome-cover' | 'table/hand'): Promise<ImageBitmap> => {
    const url = manifest[name] ?? ''
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
    return createImageBitmap(await response.blob())
  }
  const [dice, cover, hand] = await Promise.all([load('table/dice'), load('table/dome-cover'), load('table/hand')])
  return { faces: facesOf(dice), cover, hand: { picture: hand } }
}
