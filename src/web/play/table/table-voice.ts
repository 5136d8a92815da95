import type { Voice } from '#web/play/kit/sound.ts'

/** How tables sound: a quiet lounge. */
export const tableVoice: Voice = {
  root: 220,
  timbre: 'pluck',
  scale: [0, 2, 4, 7, 9],
  tempo: 66,
  ambience: 'night',
  bass: [0, 3, 1, 4],
  tune: '0---2--- 4---3--- 2---1--- 0-------',
}
