import type { Particle, Theme } from '../theme.ts'
import type { Tier } from '../win-level.ts'
import type { Box, StageLayout } from './layout.ts'
import { traceForm } from './particle-forms.ts'

/**
 * What flies over the reels at a large win: a fountain whose paths follow from the particle's number, without chance.
 * Each picture is drawn once and then copied.
 */

export type Fountain = {
  /** Draws the moment `ms` after the beginning, and returns what it touched. */
  draw: (context: CanvasRenderingContext2D, ms: number) => void
  box: Box
}

const byTier: Readonly<Record<Tier, number>> = { 0: 0, 1: 16, 2: 28, 3: 44, 4: 64 }
/** Turns per second stay below what could flicker: a particle shows its edge at most 1.5 times a second. */
const turnMs = 1300
const flightMs = 2100
const turnSteps = 8

export function createFountain(layout: StageLayout, theme: Theme, tier: Tier, scale: number): Fountain {
  const count = byTier[tier]
  const { particle } = theme
  const size = Math.max(14, Math.min(layout.cell.width, layout.cell.height) * 0.26) * (particle.size ?? 1)
  const pictures = particle.colours.map((_, index) => drawTurns(particle, index, size * scale))
  const { width, height } = layout.reels
  const grains = Array.from({ length: count }, (_, index) => grainOf(index, count))
  return {
    box: { x: 0, y: 0, width, height },
    draw(context, ms) {
      for (const [index, grain] of grains.entries()) {
        const age = (ms - grain.delay) / flightMs
        if (age < 0) continue
        const t = age % 1
        const x = width * (0.5 + grain.across * t)
        const y = height * (1.05 - grain.up * 4 * t * (1 - t) - 0.1 * t)
        const picture = pictures[index % pictures.length]?.[turnAt(ms, grain.spin)]
        if (!picture) continue
        const own = size * grain.size
        context.globalAlpha = Math.min(1, 6 * t, 5 * (1 - t))
        context.drawImage(picture, x - own / 2, y - own / 2, own, own)
      }
      context.globalAlpha = 1
    },
  }
}

type Grain = { delay: number; across: number; up: number; spin: number; size: number }

function grainOf(index: number, count: number): Grain {
  const even = (step: number) => (index * step) % 1
  return {
    delay: (index / Math.max(1, count)) * flightMs,
    across: (even(0.618_034) - 0.5) * 1.04,
    up: 0.55 + 0.42 * even(0.754_877),
    spin: even(0.569_84),
    size: 0.7 + 0.6 * even(0.381_966),
  }
}

/** Which of its turns a particle shows after `ms`; `spin` is the turn that it began with, 0 to 1. */
export function turnAt(ms: number, spin: number): number {
  return Math.floor(((ms / turnMs + spin) % 1) * turnSteps)
}

/** One particle in its turns around an upright axis. `size` in device pixels. */
export function drawTurns(particle: Particle, colour: number, size: number): OffscreenCanvas[] {
  return Array.from({ length: turnSteps }, (_, step) => {
    const edge = Math.max(2, Math.ceil(size))
    const context = new OffscreenCanvas(edge, edge).getContext('2d')
    if (!context) throw new Error('This browser has no 2D canvas.')
    // Slashes have one side alone.
    const across = particle.form === 'claw' ? 1 : Math.max(0.16, Math.abs(Math.cos((step / turnSteps) * Math.PI)))
    context.translate(edge / 2, edge / 2)
    context.scale(across, 1)
    if (!upright.has(particle.form)) context.rotate((step / turnSteps) * 0.9)
    context.beginPath()
    traceForm[particle.form](context, edge * 0.46)
    const body = context.createLinearGradient(-edge / 3, -edge / 2, edge / 3, edge / 2)
    const own = particle.colours[colour] ?? '#f1bf4c'
    body.addColorStop(0, '#fffdf2')
    body.addColorStop(0.32, own)
    body.addColorStop(1, particle.colours.at(-1) ?? own)
    context.fillStyle = body
    context.fill()
    context.lineWidth = edge * 0.06
    context.strokeStyle = 'rgba(60, 20, 4, .65)'
    context.stroke()
    if (particle.form === 'feather') {
      context.beginPath()
      context.moveTo(0, -edge * 0.4)
      context.lineTo(0, edge * 0.46)
      context.lineWidth = edge * 0.04
      context.stroke()
    }
    if (particle.form === 'coin') {
      context.beginPath()
      context.arc(0, 0, edge * 0.28, 0, 2 * Math.PI)
      context.lineWidth = edge * 0.05
      context.strokeStyle = 'rgba(90, 40, 6, .6)'
      context.stroke()
    }
    return context.canvas
  })
}

/** What has no other side when it turns, or always points upwards. */
const upright: ReadonlySet<Particle['form']> = new Set([
  'coin',
  'bulb',
  'star',
  'flame',
  'drop',
  'claw',
  'ankh',
  'bolt',
])
