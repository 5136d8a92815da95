import { useEffect, useState, type ComponentType } from 'react'

/** A component once its code is loaded; null until then. */
export function useLoaded<Props>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: boolean,
): { Loaded: ComponentType<Props> | null; hasFailed: boolean } {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    load().then(
      (component) => setLoaded(() => component),
      () => setFailed(true),
    )
  }, [load, isWanted])
  return { Loaded, hasFailed }
}
