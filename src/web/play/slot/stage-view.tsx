import { useEffect, useRef, type ReactNode } from 'react'
import { frameBleed } from './stage/frame-painter.ts'
import { overlayMargin, type StageLayout } from './stage/layout.ts'
import type { SlotStage, StageCanvases } from './stage/stage.ts'
import style from './stage-view.module.css'

/** The canvases of the stage, sized to the space between the bars. */
export function StageView(props: {
  label: string
  /** Creates the stage once the canvases exist. */
  makeStage: (canvases: StageCanvases) => SlotStage
  /** The stage has its first size and is playable. */
  onReady: (stage: SlotStage) => void
  onLayout: (layout: StageLayout) => void
}): ReactNode {
  const { label, makeStage, onReady, onLayout } = props
  const host = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLCanvasElement>(null)
  const reels = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  const latest = useRef({ makeStage, onReady, onLayout })
  useEffect(() => {
    latest.current = { makeStage, onReady, onLayout }
  })

  useEffect(() => {
    const container = host.current
    if (!container || !frame.current || !reels.current || !overlay.current) return
    const canvases = { frame: frame.current, reels: reels.current, overlay: overlay.current }
    const stage = latest.current.makeStage(canvases)
    let ready = false
    const fit = async () => {
      const box = container.getBoundingClientRect()
      if (box.width < 1 || box.height < 1) return
      const layout = await stage.resize(box, innerHeight > innerWidth)
      place(canvases, layout)
      latest.current.onLayout(layout)
      if (ready) return
      ready = true
      latest.current.onReady(stage)
    }
    let soon: ReturnType<typeof setTimeout> | undefined
    const observer = new ResizeObserver(() => {
      clearTimeout(soon)
      soon = setTimeout(() => void fit(), ready ? 90 : 0)
    })
    observer.observe(container)
    return () => {
      clearTimeout(soon)
      observer.disconnect()
      stage.dispose()
    }
  }, [])

  return (
    <>
      <div ref={host} className={style.host}>
        <canvas ref={reels} className={style.layer}>
          {label}
        </canvas>
        <canvas ref={frame} className={style.layer} aria-hidden="true" />
      </div>
      <canvas ref={overlay} className={style.overlay} aria-hidden="true" />
    </>
  )
}

/** Positions the canvases by the layout; the stage sets their pixel sizes. */
function place(canvases: StageCanvases, { frame, reels }: StageLayout): void {
  const put = (canvas: HTMLCanvasElement, box: { x: number; y: number; width: number; height: number }, by: number) => {
    canvas.style.left = `${box.x - by}px`
    canvas.style.top = `${box.y - by}px`
    canvas.style.width = `${box.width + 2 * by}px`
    canvas.style.height = `${box.height + 2 * by}px`
  }
  put(canvases.frame, frame, frameBleed)
  put(canvases.reels, reels, 0)
  put(canvases.overlay, reels, overlayMargin)
}
