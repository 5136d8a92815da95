import { useSyncExternalStore } from 'react'

/** A value outside the component tree, such as the signed-in member or the toasts on screen. */
export type Store<Value> = {
  readonly get: () => Value
  readonly set: (next: Value) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of the store; `atFirst` replaces it during hydration. */
export function useStore<Value>(store: Store<Value>, atFirst?: Value): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => (atFirst === undefined ? store.get() : atFirst))
}
