import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component whose chunk loads when it is first rendered, with `fallback` until then. Where loading fails, rendering throws the error. Not `lazy`: what
 * follows a fallback of `Suspense`, anywhere on the page, React shows 300 ms after it at the earliest.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function OnDemand(props) {
    const [Component, show] = useState(() => loaded)
    useEffect(() => {
      if (Component) return
      load().then(
        (component) => show(() => (loaded = component)),
        (error: unknown) =>
          show(() => {
            throw error
          }),
      )
    }, [Component])
    return Component ? createElement(Component, props) : fallback
  }
}
