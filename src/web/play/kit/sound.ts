import { cues, stepOf, type SoundName, type SoundSet } from './sound/cues.ts'
import { layerNames, type LayerName, type LoopName } from './sound/music.ts'
import type { Rendered, Wanted } from './sound/render-worker.ts'
import { sampleRate } from './sound/tones.ts'
import type { Voice } from './sound/voice.ts'

/**
 * The sound of the window: short sounds, the rattle of the reels, and music in layers. All of it is rendered by a worker
 * from the voice of the machine. Nothing plays before the first user gesture (browsers forbid it) nor while the page is
 * hidden; volume, music and mute are stored.
 */

export type { SoundName, SoundSet } from './sound/cues.ts'
export type { Voice } from './sound/voice.ts'

export type MusicScene = 'base' | 'feature'

export type Sound = {
  /** Plays a sound unless muted; `step` raises the pitch of repeated sounds (stops, counting). */
  play: (name: SoundName, step?: number) => void
  /** The rattle of running reels: the share of them that runs, 0 for none. */
  reels: (share: number) => void
  /** Which layers of music are heard. */
  setScene: (scene: MusicScene) => void
  settings: () => SoundSettings
  set: (change: Partial<SoundSettings>) => void
  /** Begins to render, so that the sounds are there when they are needed. */
  prepare: () => void
  /** Call within a user gesture: starts the audio device. */
  wake: () => void
  close: () => void
}

/** `volume` is 0 to 1. */
export type SoundSettings = { muted: boolean; music: boolean; volume: number }

const keys = { muted: 'baize.play.muted', music: 'baize.play.music', volume: 'baize.play.volume' } as const
const usualVolume = 0.7
/** How loud the music is under the sounds of play, and under those that it makes room for. */
const musicGain = 0.55
const duckedGain = 0.18
const duckMs = 180
const returnMs = 900

/** How loud each layer is in each scene. */
const mix: Readonly<Record<MusicScene, Readonly<Record<LayerName, number>>>> = {
  base: { ambience: 0.7, pulse: 0.5, tune: 0.55, drive: 0, lead: 0 },
  feature: { ambience: 0.3, pulse: 0, tune: 0, drive: 0.9, lead: 0.8 },
}
const sceneMs = 700

/** The sounds that the music makes room for. */
const loud: ReadonlySet<SoundName> = new Set(['scatterStop', 'anticipation', 'bigWin', 'feature'])

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

/** Creates the sounds of a window, with these sets of sounds, in the voice of its game; `storage` keeps the settings (null where it is blocked). */
export function createSound(storage: Storage | null, voice: Voice, sets: readonly SoundSet[] = ['slot']): Sound {
  const device: Device = {
    buffers: new Map(),
    audio: null,
    out: null,
    effects: null,
    music: null,
    layers: new Map(),
    reels: null,
    scene: 'base',
    settings: readSettings(storage),
    duckedUntil: 0,
  }
  let worker: Worker | null = null
  const prepare = () => {
    if (worker || typeof Worker !== 'function') return
    worker = startRenderer(device, { voice, sets })
  }
  const onVisibility = () => void (document.hidden ? device.audio?.suspend() : device.audio?.resume())
  return {
    prepare,
    settings: () => device.settings,
    set(change) {
      device.settings = { ...device.settings, ...change }
      writeSettings(storage, device.settings)
      level(device)
    },
    wake() {
      if (typeof AudioContext !== 'function') return
      prepare()
      if (!device.audio) {
        openDevice(device)
        document.addEventListener('visibilitychange', onVisibility)
      }
      if (device.audio?.state === 'suspended' && !document.hidden) void device.audio.resume().catch(() => undefined)
    },
    play: (name, step = 0) => play(device, name, step),
    reels(share) {
      const { audio, reels } = device
      if (audio && reels) reels.gain.setTargetAtTime(share * 0.8, audio.currentTime, 0.05)
    },
    setScene(scene) {
      device.scene = scene
      for (const name of layerNames) levelLayer(device, name)
    },
    close() {
      worker?.terminate()
      document.removeEventListener('visibilitychange', onVisibility)
      void device.audio?.close().catch(() => undefined)
      device.audio = null
    },
  }
}

type Device = {
  buffers: Map<string, AudioBuffer | Float32Array<ArrayBuffer>>
  audio: AudioContext | null
  out: GainNode | null
  effects: GainNode | null
  music: GainNode | null
  layers: Map<LayerName, GainNode>
  reels: GainNode | null
  scene: MusicScene
  settings: SoundSettings
  /** In seconds of the device's clock. */
  duckedUntil: number
}

function readSettings(storage: Storage | null): SoundSettings {
  const volume = Number(storage?.getItem(keys.volume) ?? usualVolume)
  return {
    muted: storage?.getItem(keys.muted) === '1',
    music: storage?.getItem(keys.music) !== '0',
    volume: volume >= 0 && volume <= 1 ? volume : usualVolume,
  }
}

function writeSettings(storage: Storage | null, { muted, music, volume }: SoundSettings): void {
  storage?.setItem(keys.muted, muted ? '1' : '0')
  storage?.setItem(keys.music, music ? '1' : '0')
  storage?.setItem(keys.volume, String(volume))
}

function startRenderer(device: Device, wanted: Wanted): Worker {
  const worker = new Worker(new URL('./sound/render-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<Rendered>) => {
    device.buffers.set(data.kind === 'cue' ? `${data.name} ${data.step}` : data.name, data.samples)
    if (data.kind === 'loop' && device.audio) startLoop(device, data.name)
    // The last layer ends its work.
    if (data.kind === 'loop' && data.name === layerNames.at(-1)) worker.terminate()
  })
  worker.postMessage(wanted)
  return worker
}

/** Sounds → effects, layers → music; both → volume → a compressor, so that what meets never clips. */
function openDevice(device: Device): void {
  const audio = new AudioContext()
  const press = audio.createDynamicsCompressor()
  press.threshold.value = -10
  press.ratio.value = 4
  press.connect(audio.destination)
  const gain = (value: number, into: AudioNode) => {
    const node = audio.createGain()
    node.gain.value = value
    node.connect(into)
    return node
  }
  const out = gain(0, press)
  Object.assign(device, { audio, out, effects: gain(1, out), music: gain(musicGain, out), reels: gain(0, out) })
  level(device)
  for (const name of ['reels', ...layerNames] as const) startLoop(device, name)
}

function level(device: Device): void {
  const { audio, out, settings } = device
  if (!audio || !out) return
  out.gain.setTargetAtTime(settings.muted ? 0 : settings.volume ** 2, audio.currentTime, 0.03)
  for (const name of layerNames) levelLayer(device, name)
}

function levelLayer({ audio, layers, scene, settings }: Device, name: LayerName): void {
  const gain = layers.get(name)?.gain
  if (!audio || !gain) return
  gain.setTargetAtTime(settings.music ? mix[scene][name] : 0, audio.currentTime, sceneMs / 3000)
}

function bufferOf({ buffers, audio }: Device, key: string): AudioBuffer | null {
  const found = buffers.get(key)
  if (!found || !audio) return null
  if (found instanceof AudioBuffer) return found
  const buffer = audio.createBuffer(1, found.length, sampleRate)
  buffer.copyToChannel(found, 0)
  buffers.set(key, buffer)
  return buffer
}

/** All layers have one length and run by one clock, however late each was rendered. */
function startLoop(device: Device, name: LoopName): void {
  const { audio, music, reels, layers } = device
  const buffer = bufferOf(device, name)
  if (!audio || !buffer || !music || !reels || (name !== 'reels' && layers.has(name))) return
  const source = audio.createBufferSource()
  source.buffer = buffer
  source.loop = true
  if (name === 'reels') source.connect(reels)
  else {
    const gain = audio.createGain()
    gain.gain.value = 0
    source.connect(gain).connect(music)
    layers.set(name, gain)
    levelLayer(device, name)
  }
  source.start(0, audio.currentTime % buffer.duration)
}

function play(device: Device, name: SoundName, step: number): void {
  const { audio, effects, settings } = device
  if (settings.muted || !audio || !effects || audio.state !== 'running') return
  const own = stepOf(name, step)
  const buffer = bufferOf(device, `${name} ${own}`)
  if (!buffer) return
  const source = audio.createBufferSource()
  source.buffer = buffer
  source.connect(effects)
  source.start()
  if (loud.has(name)) duck(device, cues[name].lasts(own))
}

/** The music makes room for `seconds`, and returns. */
function duck(device: Device, seconds: number): void {
  const { audio, music } = device
  if (!audio || !music) return
  const now = audio.currentTime
  device.duckedUntil = Math.max(device.duckedUntil, now + seconds * 0.8)
  music.gain.cancelScheduledValues(now)
  music.gain.setTargetAtTime(duckedGain, now, duckMs / 3000)
  music.gain.setTargetAtTime(musicGain, device.duckedUntil, returnMs / 3000)
}
