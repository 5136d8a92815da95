import type { Particle } from '../theme.ts'

/** Traces the form of a particle about the origin; `r`: half of its height. */
export const traceForm: Readonly<
  Record<Particle['form'], (context: OffscreenCanvasRenderingContext2D, r: number) => void>
> = {
  coin(context, r) {
    context.arc(0, 0, r, 0, 2 * Math.PI)
  },
  bulb(context, r) {
    context.arc(0, 0, r * 0.8, 0, 2 * Math.PI)
  },
  star(context, r) {
    for (let corner = 0; corner < 8; corner += 1) {
      const far = corner % 2 === 0 ? r : r * 0.3
      context.lineTo(Math.sin((corner * Math.PI) / 4) * far, -Math.cos((corner * Math.PI) / 4) * far)
    }
    context.closePath()
  },
  drop(context, r) {
    context.moveTo(0, -r)
    context.bezierCurveTo(r * 0.3, -r * 0.2, r * 0.6, 0, r * 0.5, r * 0.45)
    context.bezierCurveTo(r * 0.4, r, -r * 0.4, r, -r * 0.5, r * 0.45)
    context.bezierCurveTo(-r * 0.6, 0, -r * 0.3, -r * 0.2, 0, -r)
  },
  flame(context, r) {
    context.moveTo(0, -r)
    context.bezierCurveTo(r * 0.2, -r * 0.4, r * 0.9, 0, r * 0.55, r * 0.6)
    context.bezierCurveTo(r * 0.3, r, -r * 0.3, r, -r * 0.55, r * 0.6)
    context.bezierCurveTo(-r * 0.9, 0, -r * 0.1, -r * 0.2, 0, -r)
  },
  feather(context, r) {
    context.moveTo(0, r)
    context.bezierCurveTo(-r * 0.55, r * 0.5, -r * 0.5, -r * 0.5, 0, -r)
    context.bezierCurveTo(r * 0.42, -r * 0.5, r * 0.45, r * 0.3, r * 0.22, r * 0.6)
    context.lineTo(r * 0.3, r * 0.3)
    context.lineTo(0, r)
  },
  petal(context, r) {
    context.moveTo(0, r)
    context.bezierCurveTo(-r * 1.1, r * 0.2, -r * 0.6, -r, 0, -r * 0.8)
    context.bezierCurveTo(r * 0.6, -r, r * 1.1, r * 0.2, 0, r)
  },
  leaf(context, r) {
    context.moveTo(0, r)
    context.quadraticCurveTo(-r * 0.9, 0, 0, -r)
    context.quadraticCurveTo(r * 0.9, 0, 0, r)
  },
  claw(context, r) {
    // Three slashes of a paw, the middle one longest.
    for (const [x, reach] of [
      [-0.62, 0.74],
      [0, 1],
      [0.62, 0.74],
    ] as const) {
      context.moveTo(r * (x + 0.24), -r * reach)
      context.quadraticCurveTo(r * (x + 0.3), r * 0.1, r * (x - 0.24), r * reach)
      context.quadraticCurveTo(r * (x - 0.16), -r * 0.1, r * (x + 0.24), -r * reach)
      context.closePath()
    }
  },
  ankh(context, r) {
    // The loop with its hole, then the cross below it.
    context.ellipse(0, -r * 0.5, r * 0.42, r * 0.5, 0, 0, 2 * Math.PI)
    context.closePath()
    context.moveTo(r * 0.19, -r * 0.5)
    context.ellipse(0, -r * 0.5, r * 0.19, r * 0.27, 0, 0, 2 * Math.PI, true)
    context.closePath()
    context.moveTo(-r * 0.11, -r * 0.06)
    for (const [x, y] of [
      [-0.64, -0.14],
      [-0.64, 0.26],
      [-0.11, 0.18],
      [-0.2, 1],
      [0.2, 1],
      [0.11, 0.18],
      [0.64, 0.26],
      [0.64, -0.14],
      [0.11, -0.06],
    ] as const) {
      context.lineTo(r * x, r * y)
    }
    context.closePath()
  },
  bolt(context, r) {
    context.moveTo(r * 0.3, -r)
    context.lineTo(-r * 0.5, r * 0.14)
    context.lineTo(-r * 0.04, r * 0.14)
    context.lineTo(-r * 0.3, r)
    context.lineTo(r * 0.5, -r * 0.2)
    context.lineTo(r * 0.06, -r * 0.2)
    context.closePath()
  },
  shard(context, r) {
    context.moveTo(0, -r)
    context.lineTo(r * 0.7, -r * 0.1)
    context.lineTo(r * 0.2, r)
    context.lineTo(-r * 0.7, r * 0.2)
    context.closePath()
  },
}
