/**
 * Group commit: while a batch is in flight, new items wait for the next one; when nothing is in flight, an item is sent
 * at once. There is no timer. A lane keeps its order, and a caller with the same lane key always gets the same lane.
 */
export type Batcher<Item, Result> = {
  /** Adds an item; rejects with `QueueFullError` when the lane holds `mostWaiting` already. */
  add(laneKey: bigint, item: Item): Promise<Result>
  /** Items waiting or in flight. */
  pending(): number
  /** Resolves when every item added so far is settled. */
  drained(): Promise<void>
}

/** The lane is full and nothing has been done. The APIs answer 503 with `Retry-After`. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
  readonly statusCode = 503
  readonly retryAfterSeconds = 1
}

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
type Lane<Item, Result> = { waiting: Waiting<Item, Result>[]; busy: boolean }

/**
 * `run` processes a batch and returns its results in the same order; an Error among them is the failure of that item.
 * `lanes` batches may be in flight at once; each takes at most `mostTogether` items.
 */
export function createBatcher<Item, Result>(options: {
  lanes: number
  mostTogether: number
  mostWaiting: number
  run: (items: Item[]) => Promise<(Result | Error)[]>
}): Batcher<Item, Result> {
  const lanes = Array.from({ length: options.lanes }, (): Lane<Item, Result> => ({ waiting: [], busy: false }))
  let pending = 0
  let idle: (() => void)[] = []

  function settled(count: number): void {
    pending -= count
    if (pending > 0) return
    for (const resolve of idle) resolve()
    idle = []
  }

  async function work(lane: Lane<Item, Result>): Promise<void> {
    lane.busy = true
    while (lane.waiting.length > 0) {
      const batch = lane.waiting.splice(0, options.mostTogether)
      try {
        const results = await options.run(batch.map((entry) => entry.item))
        batch.forEach((entry, index) => {
          const result = results[index]
          if (result === undefined) entry.reject(new Error('a batch returned fewer results than it had items'))
          else if (result instanceof Error) entry.reject(result)
          else entry.resolve(result)
        })
      } catch (error) {
        for (const entry of batch) entry.reject(error)
      }
      settled(batch.length)
    }
    lane.busy = false
  }

  return {
    add(laneKey, item) {
      const lane = lanes[Number(laneKey % BigInt(lanes.length))]
      if (lane === undefined) throw new Error('a lane key is never negative')
      if (lane.waiting.length >= options.mostWaiting) {
        return Promise.reject(new QueueFullError('the lane is full'))
      }
      pending += 1
      return new Promise((resolve, reject) => {
        lane.waiting.push({ item, resolve, reject })
        if (!lane.busy) void work(lane)
      })
    },
    pending: () => pending,
    drained: () => (pending === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  }
}

/** The batcher of each owner, such as a pool of connections; made when it is first asked for. */
export function batcherOfEach<Owner extends object, Item, Result>(
  make: (owner: Owner) => Batcher<Item, Result>,
): { of: (owner: Owner) => Batcher<Item, Result>; known: (owner: Owner) => Batcher<Item, Result> | undefined } {
  const batchers = new WeakMap<Owner, Batcher<Item, Result>>()
  return {
    of: (owner) => {
      const batcher = batchers.get(owner) ?? make(owner)
      batchers.set(owner, batcher)
      return batcher
    },
    known: (owner) => batchers.get(owner),
  }
}
