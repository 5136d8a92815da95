import type { Amount } from '#domain/money.ts'
import type { Scene } from './play-state.ts'
import type { Showing } from './showing.ts'
import type {
  FeatureEndStep,
  FeatureStartStep,
  FeatureStepStep,
  JackpotStep,
  PrizeStep,
  StageState,
  TotalStep,
} from './steps.ts'
import { countUpMs, timesStake } from './win-level.ts'

/** The scenes between spins: cards that begin and end features, picks, and large wins. */

/** Boxes of a pick. Their number changes only the picture. */
const boxCount = 9
const openedMs = 1100
const respinsStartMs = 1500
const afterCountMs = 1700
const plainTotalMs = 420

/** How long what waits for a press stands in a replay. */
const replayedMs = 2600
const replayedPickMs = 900

/** Waits for a press. A replay is only watched, so it goes on by itself after so long, or at a press. */
function untilPressed({ get, pause }: Showing, ms = replayedMs): Promise<void> {
  return get().phase === 'replaying' ? pause.last(ms) : pause.untilPressed()
}

type PickScene = Extract<Scene, { kind: 'pick' }>

/** A card that waits for a press; that of walking wilds closes by itself, because their respins are frequent. */
export async function showStart(showing: Showing, step: FeatureStartStep): Promise<void> {
  const { stage, set, pause, sound } = showing
  const { intro } = step
  stage.setFeature(true)
  sound('feature')
  set({ scene: { kind: 'featureStart', intro }, announcement: { kind: 'featureStart', intro } })
  await (intro.kind === 'walking-wilds' ? pause.last(respinsStartMs) : untilPressed(showing))
  set({ scene: null })
}

/** Waits until a box is pressed; the space bar opens the next one. */
export async function showPick(showing: Showing, { after }: FeatureStepStep): Promise<void> {
  const { set } = showing
  const before = pickOf(showing, openedIn(after))
  // The step counts the box that is opened now.
  const left = after.feature?.kind === 'pick' ? after.feature.left : 0
  set({ scene: { ...before, waits: true, left: left + 1 } })
  showing.chosenBox = null
  await untilPressed(showing, replayedPickMs)
  set({ scene: { ...before, waits: false, left } })
}

export async function showPrize(showing: Showing, step: PrizeStep): Promise<void> {
  const { set, pause, sound, chosenBox } = showing
  const before = pickOf(showing, openedIn(step.after).slice(0, -1))
  const { boxes } = before
  const box = chosenBox !== null && boxes[chosenBox] === null ? chosenBox : firstClosedBox(boxes)
  sound('open', box % 5)
  set({ scene: { ...before, boxes: boxes.with(box, step.amount), waits: false, latest: box, won: step.shown } })
  await pause.last(openedMs)
}

function openedIn({ feature }: StageState): readonly Amount[] {
  return feature?.kind === 'pick' ? feature.opened : []
}

/** The pick on screen, or the one that a resumed round continues with. */
function pickOf({ get }: Showing, opened: readonly Amount[]): PickScene {
  const { scene, won } = get()
  if (scene?.kind === 'pick') return scene
  return { kind: 'pick', boxes: boxesWith(opened), waits: false, left: 0, latest: null, won: won ?? 0n }
}

function firstClosedBox(boxes: readonly (Amount | null)[]): number {
  return Math.max(0, boxes.indexOf(null))
}

function boxesWith(opened: readonly Amount[]): (Amount | null)[] {
  return Array.from({ length: Math.max(boxCount, opened.length + 1) }, (_, box) => opened[box] ?? null)
}

/** The card with the total of the round so far, which waits for a press, or closes by itself after respins of wilds. */
export async function showEnd(showing: Showing, step: FeatureEndStep): Promise<void> {
  const { stage, set, pause, sound, stake } = showing
  const { feature, shown: amount, tier, celebrated, count, capped } = step
  const ms = countUpMs(amount, stake)
  const times = timesStake(amount, stake)
  const card = { kind: 'featureEnd' as const, feature, count, amount, times, tier, capped, ms }
  if (celebrated) sound('bigWin', tier)
  stage.celebrate(tier)
  set({ scene: card })
  if (celebrated) await pause.last(ms)
  set({ scene: { ...card, ms: 0 }, won: amount, wonMs: 0 })
  if (feature === 'walking-wilds') await pause.last(afterCountMs)
  else {
    set({ announcement: { kind: 'over', amount } })
    await untilPressed(showing)
  }
  stage.stopCelebrating()
  stage.setFeature(false)
  set({ scene: null })
}

/** The jackpot that the round hit, with what it paid; waits for a press. It is no part of the win that follows. */
export async function showJackpot(showing: Showing, { tier }: JackpotStep): Promise<void> {
  const { stage, set, pause, sound, stake, jackpot } = showing
  const ms = countUpMs(jackpot, stake)
  const times = timesStake(jackpot, stake)
  const card = { kind: 'jackpot' as const, tier, amount: jackpot, times, ms }
  sound('bigWin', 4)
  stage.celebrate(4)
  set({ scene: card })
  await pause.last(ms)
  set({ scene: { ...card, ms: 0 }, announcement: { kind: 'jackpot', tier, amount: jackpot } })
  await untilPressed(showing)
  stage.stopCelebrating()
  set({ scene: null })
}

/** The end of a round: a large win has its card, a small one counts in the bar, a returned amount just stands there. */
export async function showTotal(showing: Showing, step: TotalStep): Promise<void> {
  const { stage, set, pause, sound, stake, get } = showing
  const { shown, tier, celebrated, capped } = step
  if (tier > 0) {
    const ms = countUpMs(shown, stake)
    const card = {
      kind: 'win' as const,
      tier,
      amount: shown,
      from: get().won ?? 0n,
      times: timesStake(shown, stake),
      capped,
    }
    sound('bigWin', tier)
    stage.celebrate(tier)
    set({ scene: { ...card, ms } })
    await pause.last(ms)
    set({ scene: { ...card, ms: 0 }, won: shown, wonMs: 0 })
    await pause.last(afterCountMs)
    stage.stopCelebrating()
    return set({ scene: null })
  }
  if (!celebrated) {
    set({ won: shown, wonMs: 0 })
    return shown > 0n ? pause.last(plainTotalMs) : undefined
  }
  const left = showing.countsUntil - showing.now()
  await pause.last(Math.max(plainTotalMs, left))
  set({ won: shown, wonMs: 0 })
}
