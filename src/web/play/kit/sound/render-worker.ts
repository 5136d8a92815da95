import { cues, renderCue, type SoundName } from './cues.ts'
import { layerNames, renderLoop, type LoopName } from './music.ts'
import { wholeVoice, type Voice } from './voice.ts'

/** Renders the sounds of a voice beside the page: first those of the reels, the music last. */

export type Rendered =
  | { kind: 'cue'; name: SoundName; step: number; samples: Float32Array<ArrayBuffer> }
  | { kind: 'loop'; name: LoopName; samples: Float32Array<ArrayBuffer> }

const soonest: readonly SoundName[] = ['press', 'reelStop', 'scatterStop', 'smallWin', 'count']

const pauseMs = 600

addEventListener('message', ({ data }: MessageEvent<Voice>) => {
  const voice = wholeVoice(data)
  const send = (rendered: Rendered) => postMessage(rendered, { transfer: [rendered.samples.buffer] })
  const cue = (name: SoundName) => {
    for (let step = 0; step < cues[name].steps; step += 1) {
      send({ kind: 'cue', name, step, samples: renderCue(voice, name, step) })
    }
  }
  const names = Object.keys(cues) as SoundName[]
  for (const name of soonest) cue(name)
  send({ kind: 'loop', name: 'reels', samples: renderLoop(voice, 'reels') })
  for (const name of names.filter((one) => !soonest.includes(one))) cue(name)
  // One layer after the other, with pauses in which the page gets the processor.
  for (const [index, name] of layerNames.entries()) {
    setTimeout(() => send({ kind: 'loop', name, samples: renderLoop(voice, name) }), index * pauseMs)
  }
})
