import { cleanup } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { english, renderForMember } from '#test/forms.tsx'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf } from '#domain/games/game.ts'
import { createSound } from '#web/play/kit/sound.ts'
import type { Play } from './play.ts'
import { SceneVeil } from './scene-veil.tsx'

afterEach(cleanup)

test.each([
  ['jackpot-link', [english.jackpot.mega, english.slot.win.tier4]],
  ['hold-and-win', [english.slot.win.tier1, english.slot.feature.filled]],
  ['free-spins', [english.slot.win.tier2, english.slot.feature['free-spins']]],
] as const)('the words that a machine with %s draws are loaded before a scene, and no others', (kind, words) => {
  const entry = catalogue.find(({ game }) => featureOf(game, kind))
  if (!entry) throw new Error(`No machine has ${kind}.`)
  const { game } = entry
  const asked: string[] = []
  const load = (_font: string, text: string): Promise<FontFace[]> => {
    asked.push(text)
    return Promise.resolve([])
  }
  vi.stubGlobal('document', Object.assign(document, { fonts: { load } }))
  const atlas = { url: '', size: 0, bytes: 0, frames: {} }
  const sound = createSound(null, { root: 220, timbre: 'bell' })
  renderForMember(<SceneVeil scene={null} game={game} play={{} as Play} stake={1n} {...{ atlas, sound }} />)
  return vi.waitFor(() => {
    for (const word of words) expect(asked.join()).toContain(word)
    expect(asked.join().includes(english.slot.feature.filled)).toBe(featureOf(game, 'hold-and-win') !== undefined)
    expect(asked.join().includes(english.jackpot.mega)).toBe(featureOf(game, 'jackpot-link') !== undefined)
  })
})
