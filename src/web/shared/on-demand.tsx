import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component whose chunk loads when it is first rendered, with `fallback` until then. Where loading fails, rendering throws the error. Not `lazy`: what
 * follows a fallback of `Suspense`, anywhere on the page, React shows 300 ms after it at the earliest.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return (props) => {
    const [, render] = useState<unknown>()
    // As rendered: another one may have loaded it before the effect.
    const shown = loaded
    useEffect(() => {
      if (!shown)
        load().then(
          (component) => render((loaded = component) && {}),
          (error: unknown) =>
            render(() => {
              throw error
            }),
        )
    }, [shown])
    return shown ? createElement(shown, props) : fallback
  }
}
