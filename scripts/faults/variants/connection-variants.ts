import type { Variant } from './variant.ts'

const file = 'src/server/http/connection-bounds.test.ts'

/** Variants of the bounds of open connections. */
export const connectionVariants: readonly Variant[] = [
  {
    name: 'address-without-bound',
    breaks: 'One address may have as many connections as its network.',
    caughtBy: [
      { file, test: 'a connection is refused beyond those of its address, and counted again after one was closed' },
      { file, test: 'a connection counts for the household of IPv6' },
    ],
  },
  {
    name: 'network-without-bound',
    breaks: 'One network may have all connections of a listener.',
    caughtBy: [
      { file, test: 'a connection is refused beyond those of its network of IPv4' },
      { file, test: 'a connection is refused beyond those of its network of IPv6' },
    ],
  },
  {
    name: 'newcomer-displaces-equals',
    breaks: 'A full listener ends a connection for a network that has as many itself.',
    caughtBy: [{ file, test: 'a full listener ends nothing for a network that has as many itself' }],
  },
  {
    name: 'closed-connection-counted',
    breaks: 'A closed connection still counts for its address.',
    caughtBy: [
      { file, test: 'a connection is refused beyond those of its address, and counted again after one was closed' },
    ],
  },
  {
    name: 'working-connection-displaced',
    breaks: 'A full listener ends the oldest connection of a network although it waits for an answer.',
    caughtBy: [
      { file, test: 'a full listener ends the oldest idle connection of the largest network for one of another' },
    ],
  },
]
