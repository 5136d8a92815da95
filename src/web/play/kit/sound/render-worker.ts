import { cues, renderCue, soundSets, type SoundName, type SoundSet } from './cues.ts'
import { layerNames, renderLoop, type LoopName } from './music.ts'
import { wholeVoice, type Voice } from './voice.ts'

/** Renders the sounds of a voice beside the page: first those that are needed first, the music last. */

export type Wanted = { voice: Voice; sets: readonly SoundSet[] }

export type Rendered =
  | { kind: 'cue'; name: SoundName; step: number; samples: Float32Array<ArrayBuffer> }
  | { kind: 'loop'; name: LoopName; samples: Float32Array<ArrayBuffer> }

/** So many sounds come before the loop of the reels. */
const soonest = 5

const pauseMs = 600

addEventListener('message', ({ data }: MessageEvent<Wanted>) => {
  const voice = wholeVoice(data.voice)
  const send = (rendered: Rendered) => postMessage(rendered, { transfer: [rendered.samples.buffer] })
  const cue = (name: SoundName) => {
    for (let step = 0; step < cues[name].steps; step += 1) {
      send({ kind: 'cue', name, step, samples: renderCue(voice, name, step) })
    }
  }
  const names: readonly SoundName[] = data.sets.flatMap((set): readonly SoundName[] => soundSets[set])
  for (const name of names.slice(0, soonest)) cue(name)
  if (data.sets.includes('slot')) send({ kind: 'loop', name: 'reels', samples: renderLoop(voice, 'reels') })
  for (const name of names.slice(soonest)) cue(name)
  // One layer after the other, with pauses in which the page gets the processor.
  for (const [index, name] of layerNames.entries()) {
    setTimeout(() => send({ kind: 'loop', name, samples: renderLoop(voice, name) }), index * pauseMs)
  }
})
