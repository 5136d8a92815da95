import { frameBox, standing, strideFrames, strideLengths } from './gait.ts'
import { runnersAt, type RacePlan, type RunnerAt } from './race-plan.ts'
import { badgeSize, frameSize, laneOf, railHeight, type Layout, type Sprites } from './race-sprites.ts'
import { numberColours, type Track } from './track.ts'

/** Paints a moment of a race. Everything is a function of the plan and the time; pictures were painted before. */

export type Scene = { track: Track; layout: Layout; sprites: Sprites }

/** The gates are left at this share of the width; in the run the leaders are at `lead`. */
const gates = 0.3
const lead = 0.66

/** The left edge of the view, in lengths from the start: it follows the leaders, and stops with the line in view. */
export function cameraAt({ lengths }: Pick<RacePlan, 'lengths'>, there: readonly RunnerAt[], view: number): number {
  const leaders = there.map((one) => one.lengths).toSorted((one, other) => other - one)
  const focus = ((leaders[0] ?? 0) * 2 + (leaders[1] ?? 0) + (leaders[2] ?? 0)) / 4
  const share = gates + (lead - gates) * smooth(focus / 12)
  const wanted = focus - share * view
  const last = lengths - 0.55 * view
  const soft = 0.6 * view
  return wanted < last - soft ? wanted : last - soft * Math.exp(-(wanted - (last - soft)) / soft)
}

function smooth(share: number): number {
  const at = Math.max(0, Math.min(1, share))
  return at * at * (3 - 2 * at)
}

/** The race `ms` after the deal; before the first race of a window its runners stand in the gates. */
export function paintRace(context: CanvasRenderingContext2D, scene: Scene, plan: RacePlan, ms: number): void {
  const { layout } = scene
  const there = runnersAt(plan, ms)
  const camera = cameraAt(plan, there, layout.width / layout.length)
  paintPlace(context, scene, camera)
  paintPost(context, layout, { at: 0, camera, isLine: false })
  paintPost(context, layout, { at: plan.lengths, camera, isLine: true })
  for (const runner of there.toSorted((one, other) => one.runner - other.runner)) {
    paintGate(context, layout, runner.runner, camera)
    paintRunner(context, scene, runner, camera, ms)
  }
  repeat(context, layout, scene.sprites.rail, {
    offset: camera * layout.length * 1.16,
    y: layout.height - layout.bottom - railHeight(layout.length) * 0.9,
  })
  paintMap(context, layout, plan, there)
}

/** The first three before the stand, once all are in. They leave the place of the result free: above them, or on a phone below. */
export function paintPodium(context: CanvasRenderingContext2D, scene: Scene, plan: RacePlan): void {
  const { layout } = scene
  paintPlace(context, scene, plan.lengths)
  const y = layout.height - (layout.bottom > 0 ? layout.bottom + layout.length * 0.1 : 58)
  const step = Math.min(layout.width * 0.31, layout.length * 1.5)
  for (const place of [2, 1, 0]) {
    const runner = plan.order[place]
    if (runner === undefined) continue
    const right = [0, -1, 1][place] ?? 0
    const scale = (place === 0 ? 1.1 : 0.98) / laneOf(layout, runner).scale
    const x = layout.width / 2 + right * step + layout.length * 0.5
    paintFrame(context, scene, { runner, frame: standing, x, y: y - (place === 0 ? 0 : layout.length * 0.05), scale })
  }
}

/** Sky, stand, ground and the far rail. */
function paintPlace(context: CanvasRenderingContext2D, { layout, sprites }: Scene, camera: number): void {
  const { horizon, length, ratio, height } = layout
  const at = camera * length
  repeat(context, layout, sprites.far, { offset: at * 0.03, y: 0 })
  repeat(context, layout, sprites.stand, { offset: at * 0.22, y: horizon - sprites.stand.height / ratio + 1 })
  repeat(context, layout, sprites.ground, { offset: at, y: horizon })
  repeat(context, layout, sprites.rail, { offset: at * 0.86, y: horizon - railHeight(length) * 0.55, scale: 0.62 })
  const light = context.createLinearGradient(0, horizon, 0, height)
  light.addColorStop(0, '#ffffff14')
  light.addColorStop(0.4, '#ffffff00')
  context.fillStyle = light
  context.fillRect(0, horizon, layout.width, height - horizon)
}

/** A picture side by side over the whole width, moved to the left by `offset`. */
function repeat(
  context: CanvasRenderingContext2D,
  { width, ratio }: Layout,
  picture: HTMLCanvasElement,
  { offset, y, scale = 1 }: { offset: number; y: number; scale?: number },
): void {
  const [wide, tall] = [(picture.width / ratio) * scale, (picture.height / ratio) * scale]
  for (let x = -(((offset % wide) + wide) % wide); x < width; x += wide)
    context.drawImage(picture, x, y, wide + 0.5, tall)
}

/** A line across the ground leans, as seen from before it: so much a point at a height is beside it. */
function slantAt({ horizon, height, bottom }: Layout, y: number): number {
  return ((horizon + height - bottom) / 2 - y) * 0.34
}

/** The posts of the start and of the line: across the ground, with a mast. */
function paintPost(
  context: CanvasRenderingContext2D,
  layout: Layout,
  { at, camera, isLine }: { at: number; camera: number; isLine: boolean },
): void {
  const { horizon, height, bottom, length } = layout
  const x = (at - camera) * length
  if (x < -length || x > layout.width + length) return
  const foot = height - bottom
  const slant = slantAt(layout, horizon)
  context.fillStyle = isLine ? '#fffaf0d9' : '#ffffff40'
  const wide = isLine ? 5 : 3
  context.beginPath()
  context.moveTo(x + slant, horizon + 2)
  context.lineTo(x + slant + wide * 0.7, horizon + 2)
  context.lineTo(x + slantAt(layout, foot) + wide * 1.3, foot)
  context.lineTo(x + slantAt(layout, foot), foot)
  context.fill()
  if (!isLine) return
  const tall = length * 0.72
  const left = x + slant - 2
  context.fillStyle = '#b3123a'
  context.fillRect(left, horizon - tall, 5, tall)
  context.fillStyle = '#fff4d8'
  for (let part = 0; part < 4; part += 1) context.fillRect(left, horizon - tall + (part * tall) / 4, 5, tall / 8)
  context.beginPath()
  context.arc(left + 2.5, horizon - tall - 8, 9, 0, 7)
  context.fillStyle = '#e8c177'
  context.fill()
  context.beginPath()
  context.arc(left + 2.5, horizon - tall - 8, 5.5, 0, 7)
  context.fillStyle = '#b3123a'
  context.fill()
}

/** The stall of a lane: posts before and behind its runner with a beam, and a leaf of the gate. */
function paintGate(context: CanvasRenderingContext2D, layout: Layout, runner: number, camera: number): void {
  const { length } = layout
  const { y, scale } = laneOf(layout, runner)
  const foot = y - length * 0.1
  const front = slantAt(layout, foot) - camera * length + length * 0.06
  if (front < -length || front > layout.width + 2 * length) return
  const [long, tall] = [length * 1.12 * scale, length * 0.66 * scale]
  const post = Math.max(2, length * 0.022)
  context.fillStyle = '#1d1a2699'
  context.fillRect(front - long, foot - tall * 0.8, long, tall * 0.5)
  context.fillStyle = '#c9c2b4'
  for (const x of [front - long, front - post]) context.fillRect(x, foot - tall, post, tall)
  context.fillStyle = '#7d1d3f'
  context.fillRect(front - long, foot - tall, long, post * 2.4)
  context.fillStyle = '#e8c177'
  context.fillRect(front - long, foot - tall, long, post * 0.6)
}

function paintRunner(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { runner, lengths, speed }: RunnerAt,
  camera: number,
  ms: number,
): void {
  const { layout, track } = scene
  // The nose of a runner is at its position.
  const lane = laneOf(layout, runner)
  const x = (lengths - camera) * layout.length + slantAt(layout, lane.y)
  if (x < -layout.length || x > layout.width + layout.length * 2) return
  const isRunning = speed > 0.4
  const frame = isRunning
    ? Math.floor((lengths / strideLengths[track.animal]) * strideFrames + runner * 3.3) % strideFrames
    : standing
  if (isRunning) paintDust(context, scene, { x: x - layout.length * 0.8, y: lane.y, seed: runner, ms })
  paintFrame(context, scene, { runner, frame, x, y: lane.y, scale: 1 })
}

/** `scale` is that beside the size of its lane. */
type Placed = { runner: number; frame: number; x: number; y: number; scale: number }

/** One runner with its shadow and its number; its nose is at `x`, its feet are at `y`. */
function paintFrame(
  context: CanvasRenderingContext2D,
  { layout, sprites }: Scene,
  { runner, frame, x, y, scale }: Placed,
): void {
  const size = frameSize(layout, runner, layout)
  const [wide, tall] = [(size.width / layout.ratio) * scale, (size.height / layout.ratio) * scale]
  const sheet = sprites.runners[runner - 1]
  const badge = sprites.badges[runner - 1]
  if (!sheet || !badge) return
  const left = x - wide * 0.95
  const up = y - tall * (frameBox.ground / frameBox.height)
  context.fillStyle = '#00000052'
  context.beginPath()
  context.ellipse(left + wide * 0.48, y, wide * 0.34, tall * 0.045, 0, 0, 7)
  context.fill()
  context.drawImage(sheet, frame * size.width, 0, size.width, size.height, left, up, wide, tall)
  const edge = badgeSize(layout) + 2 / layout.ratio
  context.drawImage(badge, left + wide * 0.42 - edge / 2, up + tall * 0.02, edge, edge)
}

/** What the feet throw up: three puffs that drift back and fade. */
function paintDust(
  context: CanvasRenderingContext2D,
  { layout, track }: Scene,
  { x, y, seed, ms }: { x: number; y: number; seed: number; ms: number },
): void {
  context.fillStyle = track.ground.dust
  for (let puff = 0; puff < 3; puff += 1) {
    const age = (ms / 420 + seed * 0.37 + puff / 3) % 1
    context.globalAlpha = 0.3 * (1 - age)
    context.beginPath()
    const size = layout.length * (0.02 + 0.05 * age)
    context.ellipse(x - age * layout.length * 0.5, y - size * (0.6 + age), size * 1.6, size, 0, 0, 7)
    context.fill()
  }
  context.globalAlpha = 1
}

/** The whole way with all eight on it. */
function paintMap(context: CanvasRenderingContext2D, layout: Layout, plan: RacePlan, there: readonly RunnerAt[]): void {
  const isNarrow = layout.width < 560
  const wide = isNarrow ? layout.width - 32 : Math.min(460, layout.width * 0.4)
  const left = (layout.width - wide) / 2
  const y = layout.top + (isNarrow ? 44 : 18)
  const dot = isNarrow ? 4.5 : 6
  context.fillStyle = '#07080dc4'
  context.beginPath()
  context.roundRect(left - 12, y - 11, wide + 24, 22, 11)
  context.fill()
  context.fillStyle = '#ffffff2e'
  context.fillRect(left, y - 1, wide, 2)
  context.fillStyle = '#e8c177'
  context.fillRect(left + wide - 1, y - 7, 2, 14)
  for (const { runner, lengths } of there.toSorted((one, other) => one.lengths - other.lengths)) {
    const [silk = '#fff'] = numberColours[runner - 1] ?? []
    context.beginPath()
    context.arc(left + wide * Math.min(1, lengths / plan.lengths), y, dot, 0, 7)
    context.fillStyle = silk
    context.fill()
    context.lineWidth = 1
    context.strokeStyle = '#07080d'
    context.stroke()
  }
}
