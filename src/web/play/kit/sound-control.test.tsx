import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { english, press, renderForMember } from '#test/forms.tsx'
import { createSound } from '#web/play/kit/sound.ts'
import { SoundControl } from './sound-control.tsx'

afterEach(cleanup)

const { bar } = english.play

function storageOf(entries: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, to: string) => kept.set(key, to),
  }
}

test('sound, music and volume are set in the panel and stored', () => {
  const storage = storageOf()
  const sound = createSound(storage, { root: 220, timbre: 'bell' })
  renderForMember(<SoundControl sound={sound} onPress={() => undefined} />)
  press(bar.soundSettings)
  fireEvent.click(screen.getByRole('checkbox', { name: bar.music }))
  fireEvent.change(screen.getByRole('slider', { name: bar.volume }), { target: { value: '25' } })
  expect(sound.settings()).toEqual({ muted: false, music: false, volume: 0.25 })
  fireEvent.click(screen.getByRole('checkbox', { name: bar.soundOn }))
  expect(createSound(storage, { root: 220, timbre: 'bell' }).settings()).toEqual({
    muted: true,
    music: false,
    volume: 0.25,
  })
})

test('the panel closes with Escape', () => {
  renderForMember(<SoundControl sound={createSound(null, { root: 220, timbre: 'bell' })} onPress={() => undefined} />)
  press(bar.soundSettings)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByRole('slider')).toBeNull()
})

test('a stored volume that is not one gives the usual', () => {
  for (const volume of ['loud', '7', '-1']) {
    const sound = createSound(storageOf({ 'baize.play.volume': volume }), { root: 220, timbre: 'bell' })
    expect(sound.settings().volume).toBe(0.7)
  }
})
