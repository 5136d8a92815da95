import { useSyncExternalStore } from 'react'

/** A value that lives outside the tree of components: who is signed in, which toasts are shown. */
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

/** The store's value; while the server's markup is taken over, `atFirst` stands in for it. */
export function useStore<Value>(store: Store<Value>, atFirst?: Value): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => (atFirst === undefined ? store.get() : atFirst))
}
