import { useSyncExternalStore } from 'react'

/** Where the layout stands upright: on a phone held upright (`roulette-spots.module.css`). */
const upright = '(max-width: 899px) and (orientation: portrait), (max-width: 899px) and (min-height: 521px)'

/** Whether the layout stands, the zero above. */
export function useIsStanding(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(upright).matches)
}

function listen(onChange: () => void): () => void {
  const query = matchMedia(upright)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
