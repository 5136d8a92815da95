import { wheel } from '#domain/games/table/roulette/wheel.ts'
import { ballRadius, deflectorAngle, deflectorCount, heightAt, pocketStep, radii, restRadius } from './wheel-form.ts'

/**
 * The course of wheel and ball in a round, computed backwards: the hops end in the pocket that was drawn, the flight before them
 * begins at a deflector, and the orbit before it ends there. What the ball does in the bowl follows from the seed alone; the pocket
 * decides only how the rotor is turned below it. It gets no bets.
 */

/** The ball: its angle in the bowl, the radius of its middle, and how high its middle is. */
export type BallPose = { angle: number; radius: number; height: number }

/** What is heard: the ball strikes a deflector, falls on the rotor and hops there, or comes to rest. `step` is quieter the higher. */
export type Knock = { ms: number; kind: 'deflect' | 'hop' | 'rest'; step: number }

export type WheelPath = {
  /** The angle of the rotor, on which the zero is at 0. */
  rotor: (ms: number) => number
  ball: (ms: number) => BallPose
  knocks: readonly Knock[]
  /** The ball leaves the track; it lies in its pocket; the rotor stands still. In ms. */
  leavesMs: number
  restMs: number
  stillMs: number
}

/** The angle of a pocket on the rotor: clockwise from the zero. */
export function pocketAngle(pocket: number): number {
  return -wheel.indexOf(pocket) * pocketStep
}

/** A seed of a path from the name of a round: the same round always looks the same. */
export function pathSeedOf(roundId: string, pocket: number): number {
  let hash = 2166136261
  for (const letter of `${roundId} ${pocket}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619)
  return hash >>> 0
}

/** Numbers from 0 to 1 that follow from the seed. */
function shares(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The ball lies still so long before the round is settled, and the rotor turns on for so long after it rests. */
const shownMs = 700
const runOutMs = 4600
/** Turns of the rotor in radians a second when the ball is spun and when it rests. */
const fastest = 2.1
const slowest = 1.15

/** One stretch of the ball's course; `share` of it has passed. */
type Stretch = { fromMs: number; toMs: number; pose: (share: number, ms: number) => BallPose }

type Hop = { pockets: number; ms: number; lift: number; out: number }

/** The course of a round that is settled `dealMs` after its outcome: slower than usual never, faster where it must be. */
export function wheelPathOf(pocket: number, seed: number, dealMs: number): WheelPath {
  const next = shares(seed)
  const between = (low: number, high: number) => low + (high - low) * next()
  const spin = next() < 0.5 ? 1 : -1
  const hops = hopsOf(next)
  const times = { leave: between(4300, 5000), fall: between(620, 780), fly: between(250, 330) }
  const rocking = between(420, 560)
  const hopping = hops.reduce((sum, { ms }) => sum + ms, 0)
  const usual = times.leave + times.fall + times.fly + hopping + rocking
  const pace = Math.min(1, Math.max(1, dealMs - shownMs) / usual)
  const at = (ms: number) => ms * pace
  const leavesMs = at(times.leave)
  const strikesMs = leavesMs + at(times.fall)
  const landsMs = strikesMs + at(times.fly)
  const hoppedMs = landsMs + at(hopping)
  const restMs = hoppedMs + at(rocking)
  // Backwards from the rest: where on the rotor the ball fell, and how the rotor lies then below the deflector that it struck.
  const home = pocketAngle(pocket)
  const fell = home - spin * hops.reduce((sum, { pockets }) => sum + pockets, 0) * pocketStep
  const struck = deflectorAngle(Math.floor(next() * deflectorCount))
  const thrown = struck + spin * between(0.18, 0.62)
  const turned = turnedBy(restMs, pace)
  const phase = thrown - fell + spin * turned(landsMs)
  const rotor = (ms: number) => phase - spin * turned(ms)
  const orbit = orbitOf({ struck, spin, leavesMs, strikesMs, slow: between(3, 3.5) / pace, pace })
  const stretches: Stretch[] = [
    { fromMs: 0, toMs: leavesMs, pose: (_, ms) => rolling(orbit(ms), radii.track) },
    { fromMs: leavesMs, toMs: strikesMs, pose: (share, ms) => rolling(orbit(ms), fallen(share)) },
    {
      fromMs: strikesMs,
      toMs: landsMs,
      pose: (share) => flying({ from: struck, to: thrown, share, lift: 0.05 }, radii.deflectors, restRadius + 0.03),
    },
  ]
  const knocks: Knock[] = [{ ms: strikesMs, kind: 'deflect', step: 0 }]
  let [ms, place] = [landsMs, fell]
  for (const [index, hop] of hops.entries()) {
    const [fromMs, from, to] = [ms, place, place + spin * hop.pockets * pocketStep]
    const [inner, outer] = [index === 0 ? restRadius + 0.03 : restRadius, hop.out]
    stretches.push({
      fromMs,
      toMs: fromMs + at(hop.ms),
      pose: (share, now) => {
        const { angle, radius, height } = flying({ from, to, share, lift: hop.lift }, inner, restRadius)
        return { angle: angle + rotor(now), radius: radius + outer * Math.sin(Math.PI * share), height }
      },
    })
    knocks.push({ ms: fromMs, kind: 'hop', step: index })
    ;[ms, place] = [fromMs + at(hop.ms), to]
  }
  const side = spin * between(0.16, 0.24) * pocketStep
  stretches.push({
    fromMs: hoppedMs,
    toMs: Infinity,
    pose: (_, now) =>
      rolling(rotor(now) + home + rock(Math.min(1, (now - hoppedMs) / (restMs - hoppedMs)), side), restRadius),
  })
  knocks.push({ ms: hoppedMs, kind: 'rest', step: 0 })
  return {
    rotor,
    ball: (now) => {
      const one = stretches.find(({ toMs }) => now < toMs) ?? stretches[0]
      if (!one) return rolling(rotor(now) + home, restRadius)
      return one.pose(Math.max(0, (now - one.fromMs) / (one.toMs - one.fromMs)), Math.max(0, now))
    },
    knocks,
    leavesMs,
    restMs,
    stillMs: restMs + runOutMs,
  }
}

/** Two to four hops, each shorter and lower than the one before; the first ones run on against the rotor, a last one may go back. */
function hopsOf(next: () => number): Hop[] {
  const between = (low: number, high: number) => low + (high - low) * next()
  const count = 2 + Math.floor(next() * 3)
  return Array.from({ length: count }, (_, index): Hop => {
    const isLast = index === count - 1
    const far = index === 0 ? 3 + Math.floor(next() * 5) : isLast ? 1 : 1 + Math.floor(next() * 3)
    const pockets = isLast && next() < 0.4 ? -far : far
    const rest = 0.62 ** index
    return { pockets, ms: 210 + 330 * rest * between(0.85, 1.1), lift: 0.105 * rest, out: between(0.02, 0.05) * rest }
  })
}

/** The ball rolls on the surface. */
function rolling(angle: number, radius: number): BallPose {
  return { angle, radius, height: surfaceAt(radius) }
}

/** The height of the middle of a ball that lies at a radius. In the pockets the frets carry it at first. */
function surfaceAt(radius: number): number {
  return heightAt(radius) + ballRadius
}

/** From the track down the apron, faster and faster. */
function fallen(share: number): number {
  return radii.track + (radii.deflectors - radii.track) * share ** 1.8
}

/** A flight from one surface to another, in a parabola above the line between them. */
function flying(
  { from, to, share, lift }: { from: number; to: number; share: number; lift: number },
  inner: number,
  outer: number,
): BallPose {
  const radius = inner + (outer - inner) * share
  const line = surfaceAt(inner) + (surfaceAt(outer) - surfaceAt(inner)) * share
  return { angle: from + (to - from) * share, radius, height: line + 4 * lift * share * (1 - share) }
}

/** The ball rocks in its pocket, less and less. */
function rock(share: number, side: number): number {
  return side * Math.sin(3 * Math.PI * share) * (1 - share) ** 1.5
}

/** The way of the rotor until a moment: its speed falls evenly until the ball rests, then to nothing. */
function turnedBy(restMs: number, pace: number): (ms: number) => number {
  const [fast, slow] = [fastest / 1000 / pace, slowest / 1000 / pace]
  const before = (ms: number) => fast * ms - ((fast - slow) * ms * ms) / (2 * restMs)
  return (ms) => {
    if (ms <= restMs) return before(Math.max(0, ms))
    const after = Math.min(runOutMs, ms - restMs)
    return before(restMs) + slow * (after - after ** 2 / (2 * runOutMs))
  }
}

/** The angle of the ball until it strikes the deflector: backwards from there it is the faster the earlier. */
function orbitOf(of: {
  struck: number
  spin: number
  leavesMs: number
  strikesMs: number
  slow: number
  pace: number
}): (ms: number) => number {
  const { struck, spin, strikesMs, slow, pace } = of
  const gain = 1.05 / pace ** 2
  return (ms) => {
    const seconds = (strikesMs - Math.max(0, ms)) / 1000
    return struck - spin * (slow * seconds + (gain * seconds ** 2) / 2)
  }
}
