import { describe, expect, it } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { measureWav, wavOf } from '#test/wav.ts'
import { themeOf } from '#web/play/slot/theme.ts'
import { cues, renderCue, soundSets, stepOf, type SoundName } from './cues.ts'
import { layerNames, loopSeconds, renderLoop } from './music.ts'
import { sampleRate } from './tones.ts'
import { wholeVoice } from './voice.ts'

/** The voices of the machines, and that of one without a theme. */
const codes = [...catalogue.map(({ game }) => game.code), 'without-a-theme']
const names = Object.keys(cues) as SoundName[]
const heardCue = (code: string, name: SoundName, step: number) =>
  measureWav(wavOf(renderCue(wholeVoice(themeOf(code).sound), name, step), sampleRate))

/** Where the middle of a sound's power lies, in Hz. */
const bands: Readonly<Record<SoundName, readonly [low: number, high: number]>> = {
  press: [150, 2500],
  reelStop: [70, 900],
  scatterStop: [150, 3500],
  anticipation: [60, 2500],
  smallWin: [250, 3500],
  bigWin: [100, 2500],
  feature: [100, 2500],
  count: [200, 5000],
  vanish: [700, 6000],
  open: [200, 3500],
  expand: [100, 2500],
  walk: [50, 600],
  respin: [700, 5000],
  coinLand: [120, 3500],
  cardSlide: [700, 4500],
  cardTurn: [150, 4500],
  cardBend: [400, 3000],
  cardsGather: [700, 4500],
  coverLift: [500, 3500],
  coverDown: [120, 2000],
  diceKick: [80, 1200],
  diceHit: [600, 4000],
  diceGlass: [1200, 6000],
  diceRest: [150, 3500],
  chip: [900, 5500],
  chipsBack: [700, 4500],
  tick: [500, 3000],
  betsClosed: [120, 3500],
  tableWin: [250, 3500],
  ballRoll: [250, 2600],
  ballKnock: [900, 5500],
  ballRest: [700, 4500],
  raceBell: [300, 3500],
  hooves: [50, 900],
  paws: [90, 2600],
  raceFinish: [300, 3500],
}

describe.each(codes)('the sounds of %s as files', (code) => {
  it('are as long and as loud as they should be, and clean', () => {
    for (const name of names) {
      for (const step of [0, cues[name].steps - 1]) {
        const heard = heardCue(code, name, step)
        const what = `${name} ${step}`
        expect({ what, seconds: heard.seconds }).toEqual({ what, seconds: expect.closeTo(cues[name].lasts(step), 3) })
        expect({ what, clipped: heard.clipped, begins: heard.first, ends: heard.last }).toEqual({
          what,
          clipped: 0,
          begins: expect.closeTo(0, 2),
          ends: expect.closeTo(0, 3),
        })
        expect(heard.peak).toBeLessThanOrEqual(cues[name].peak + 0.001)
        expect(heard.loudest).toBeGreaterThan(-34)
        expect(heard.loudest).toBeLessThan(-8)
        expect(Math.abs(heard.offset)).toBeLessThan(0.005)
        expect(heard.rumble).toBeLessThan(0.03)
        expect(heard.hiss).toBeLessThan(0.15)
        const [low, high] = bands[name]
        expect({ what, inBand: heard.centre > low && heard.centre < high, centre: heard.centre }).toMatchObject({
          inBand: true,
        })
      }
    }
  })

  it('grow with the tier of a win, and rise with each step', () => {
    const tiers = [0, 1, 2, 3, 4].map((tier) => heardCue(code, 'bigWin', tier))
    for (const [index, tier] of tiers.entries()) {
      const before = tiers[index - 1]
      if (!before) continue
      expect(tier.seconds).toBeGreaterThan(before.seconds)
      expect(tier.peak).toBeGreaterThan(before.peak)
    }
    for (const name of ['scatterStop', 'count', 'coinLand'] as const) {
      expect(heardCue(code, name, cues[name].steps - 1).centre).toBeGreaterThan(heardCue(code, name, 0).centre)
    }
  })

  it('has layers of music of one length, quieter than a large win, that loop without a click', () => {
    const voice = wholeVoice(themeOf(code).sound)
    const win = heardCue(code, 'bigWin', 4)
    for (const name of layerNames) {
      const heard = measureWav(wavOf(renderLoop(voice, name), sampleRate))
      expect(heard.seconds).toBeCloseTo(loopSeconds(voice), 3)
      expect(heard.clipped).toBe(0)
      expect(Math.abs(heard.offset)).toBeLessThan(0.005)
      expect(heard.level).toBeGreaterThan(-36)
      expect(heard.level).toBeLessThan(win.loudest - 6)
      expect(heard.rumble).toBeLessThan(0.05)
      expect(heard.centre).toBeLessThan(3000)
      // From the last sample to the first is no larger a step than elsewhere.
      expect(Math.abs(heard.first - heard.last)).toBeLessThanOrEqual(heard.steepest)
    }
  }, 60_000)
})

describe('the sounds', () => {
  it('are each rendered for a kind of window, none of a slot for a table', () => {
    expect([...new Set(Object.values(soundSets).flat())].toSorted()).toEqual(names.toSorted())
    const slot: readonly string[] = soundSets.slot
    expect([...soundSets.table, ...soundSets.race].filter((name) => slot.includes(name))).toEqual([])
  })

  it('are the same in every rendering', () => {
    const voice = wholeVoice(themeOf(codes[0] ?? '').sound)
    expect(renderCue(voice, 'bigWin', 3)).toEqual(renderCue(voice, 'bigWin', 3))
  })

  it('play the nearest step they have', () => {
    expect([stepOf('press', 7), stepOf('reelStop', 99), stepOf('count', -1), stepOf('bigWin', 4)]).toEqual([0, 5, 0, 4])
  })

  it('rattle while the reels run', () => {
    const heard = measureWav(wavOf(renderLoop(wholeVoice(themeOf(codes[0] ?? '').sound), 'reels'), sampleRate))
    expect(heard.clipped).toBe(0)
    expect(heard.centre).toBeGreaterThan(300)
    expect(heard.centre).toBeLessThan(2500)
    expect(Math.abs(heard.first - heard.last)).toBeLessThanOrEqual(heard.steepest)
  })
})
