import { useEffect, useRef, type ReactNode } from 'react'
import { drawWithLetters, loadLetters } from '#web/play/kit/page-fonts.ts'
import type { Theme } from './theme.ts'

/**
 * A word drawn as metal lettering in the page's own language: depth, outline, face and a sheen, once per text and size.
 * Screen readers get the word from the live line.
 */
export function Lettering(props: { text: string; size: number; theme: Theme } & Partial<Metal>): ReactNode {
  const { text, size, theme } = props
  const { face = theme.lettering.face, outline = theme.lettering.outline } = props
  const { depth = theme.lettering.depth, light = theme.light } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { current } = canvas
    if (!current) return
    const font = fontOf(current, size)
    return drawWithLetters(font, text, () => drawLettering(current, { text, size, font, face, outline, depth, light }))
  }, [text, size, face, outline, depth, light])
  return <canvas ref={canvas} aria-hidden="true" style={{ maxWidth: '94vw' }} />
}

/** Loads the letters of words that will be drawn, so that they stand there at once. */
export function loadLettering(words: readonly string[]): Promise<void> {
  return loadLetters(fontOf(document.body, 40), words.join(''))
}

function fontOf(element: HTMLElement, size: number): string {
  return `900 ${size}px ${getComputedStyle(element).fontFamily}`
}

/** The colours of letters; by default the theme's. */
type Metal = { face: readonly string[]; outline: string; depth: string; light: string }

function drawLettering(canvas: HTMLCanvasElement, letters: Metal & { text: string; size: number; font: string }): void {
  const { text, size, font, face, outline, depth, light } = letters
  const scale = Math.min(2, devicePixelRatio || 1)
  const context = canvas.getContext('2d')
  if (!context) return
  context.font = font
  const pad = size * 0.34
  const width = context.measureText(text).width + 2 * pad
  const height = size * 1.5 + pad
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.style.width = `${width}px`
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.font = font
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  const x = width / 2
  const y = height * 0.48
  const stroke = (colour: string, wide: number, down = 0) => {
    context.strokeStyle = colour
    context.lineWidth = wide
    context.strokeText(text, x, y + down)
  }
  context.shadowColor = `rgba(${light}, .55)`
  context.shadowBlur = size * 0.3 * scale
  stroke(outline, size * 0.2, size * 0.06)
  context.shadowColor = 'transparent'
  for (let down = size * 0.09; down > 0; down -= Math.max(1, size * 0.012)) stroke(depth, size * 0.13, down)
  stroke(outline, size * 0.15)
  stroke(face[1] ?? '#ffe9a6', size * 0.06)
  context.fillStyle = faceOf(context, face, y, size)
  context.fillText(text, x, y)
  // A sheen over the upper half.
  context.globalCompositeOperation = 'source-atop'
  const sheen = context.createLinearGradient(0, y - size * 0.5, 0, y + size * 0.06)
  sheen.addColorStop(0, 'rgba(255, 255, 255, .5)')
  sheen.addColorStop(1, 'rgba(255, 255, 255, 0)')
  context.fillStyle = sheen
  context.fillText(text, x, y)
  context.globalCompositeOperation = 'source-over'
}

function faceOf(context: CanvasRenderingContext2D, face: readonly string[], y: number, size: number): CanvasGradient {
  const ramp = context.createLinearGradient(0, y - size * 0.5, 0, y + size * 0.5)
  for (const [index, colour] of face.entries()) ramp.addColorStop(index / Math.max(1, face.length - 1), colour)
  return ramp
}
