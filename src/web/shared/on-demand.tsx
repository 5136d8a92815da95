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
    useEffect(() => {
      if (!loaded)
        load().then(
          (component) => render((loaded = component) && {}),
          (error: unknown) =>
            render(() => {
              throw error
            }),
        )
    }, [])
    return loaded ? createElement(loaded, props) : fallback
  }
}
