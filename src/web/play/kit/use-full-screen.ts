import { useEffect, useState } from 'react'

/** The whole screen for the game, where the browser offers it. */
export function useFullScreen(): { isOffered: boolean; isOn: boolean; toggle: () => void } {
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    const update = () => setIsOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  return {
    isOffered: document.fullscreenEnabled,
    isOn,
    toggle() {
      // A browser may refuse; then the window stays as it is.
      const changed = isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      changed.catch(() => undefined)
    },
  }
}
