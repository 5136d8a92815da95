import { LRUCache } from 'lru-cache'

/**
 * At most so many entries; for a new one the entry that was not used for longest goes. Bounded by their size, of one each, because a bound of
 * their number would take the memory of all of them at once: megabytes for each app, of which most processes use little.
 */
export function createRecent<Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1 })
}
