import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { StageProps } from '../table-kind.ts'
import { picture, rotorBox } from './wheel-form.ts'
import type { Cover, WheelArt } from './wheel-painter.ts'
import { createWheelStage, type WheelStage } from './wheel-stage.ts'
import { usePocketTexts } from './roulette-text.ts'
import style from './roulette-stage.module.css'
import { watchSize } from '../stage-size.ts'

/** The table with its wheel, sized to its place. */
export function RouletteStage(props: StageProps & { art: WheelArt }): ReactNode {
  const { manifest, art, label, deal } = props
  const { title } = usePocketTexts()
  const host = useRef<HTMLDivElement>(null)
  const rotor = useRef<HTMLCanvasElement>(null)
  const ball = useRef<HTMLCanvasElement>(null)
  const [cover, setCover] = useState<Cover | null>(null)
  const [stage, setStage] = useState<WheelStage | null>(null)
  const latest = useRef({ ...props, title })
  useEffect(() => {
    latest.current = { ...props, title }
  })
  useEffect(() => {
    const place = host.current
    if (!place || !rotor.current || !ball.current) return
    const made = createWheelStage({
      rotor: rotor.current,
      ball: ball.current,
      art,
      now: () => performance.now(),
      isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
      sound: (name, step) => latest.current.sound(name, step),
      onRest() {
        const { deal: shown, title: text, onShown, onEnd } = latest.current
        if (shown?.outcome.kind === 'roulette') onShown?.(text(shown.outcome.pocket))
        onEnd?.()
      },
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
    const next = latest.current.deal
    // Between rounds the ball lies where it came to rest.
    if (!stage || next?.outcome.kind !== 'roulette') return
    const [roundId = ''] = next.key.split(' ')
    stage.spin({ roundId, pocket: next.outcome.pocket, dealMs: next.dealMs, elapsedMs: next.elapsedMs })
  }, [stage, key])
  return (
    <div className={style.host}>
      <img className={style.place} src={manifest['table/wheel-place']} alt="" />
      <div ref={host} className={style.wheel}>
        <img className={style.layer} src={manifest['table/wheel-bowl']} alt={label} style={boxStyle(cover, picture)} />
        <canvas ref={rotor} className={style.layer} aria-hidden="true" style={boxStyle(cover, rotorBox)} />
        <canvas ref={ball} className={style.layer} aria-hidden="true" style={boxStyle(cover, picture)} />
      </div>
      {props.children}
    </div>
  )
}

/** Where a part of the picture is on the stage. */
function boxStyle(
  cover: Cover | null,
  box: { left?: number; top?: number; width: number; height: number },
): CSSProperties {
  if (!cover) return { visibility: 'hidden' }
  const { scale, left, top } = cover
  return {
    left: left + (box.left ?? 0) * scale,
    top: top + (box.top ?? 0) * scale,
    width: box.width * scale,
    height: box.height * scale,
  }
}

/** Loads the pictures of the stage. Rejects when one cannot be loaded. */
export async function loadWheelArt(manifest: ArtManifest): Promise<WheelArt> {
  const load = async (name: 'table/wheel-rotor' | 'table/wheel-light'): Promise<ImageBitmap> => {
    const url = manifest[name] ?? ''
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
    return createImageBitmap(await response.blob())
  }
  const [rotor, light] = await Promise.all([load('table/wheel-rotor'), load('table/wheel-light')])
  return { rotor, light }
}
