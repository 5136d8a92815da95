/**
 * The hash chain of a table. The last link is 32 random bytes; each link before it is the SHA-256 of the link after it, and
 * the end, link 0, is published when the table opens. So every link that is revealed is the only one that fits what was
 * published before, and none can be computed ahead.
 */

/** SHA-256 of bytes: 32 bytes. Synchronous. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

/** A chain has at most this many links, so verifying one from the end takes at most as many hashes. */
export const mostLinks = 100_000

const linkBytes = 32

/**
 * The links `from` to `to`, in this order, of the chain with `length` links whose last one is `last`; link 0 is its end. It
 * takes `length` - `from` hashes, so a server computes many links at a time. Throws RangeError for a chain or links out of range.
 */
export function chainLinks(
  { last, length }: { last: Uint8Array; length: number },
  { from, to }: { from: number; to: number },
  sha256: Sha256,
): Uint8Array[] {
  if (last.length !== linkBytes) throw new RangeError(`A link has ${linkBytes} bytes, not ${last.length}.`)
  if (!Number.isInteger(length) || length < 1 || length > mostLinks) {
    throw new RangeError(`A chain has 1 to ${mostLinks} links, not ${length}.`)
  }
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to < from || to > length) {
    throw new RangeError(`A chain of ${length} links has no links ${from} to ${to}.`)
  }
  const links: Uint8Array[] = []
  let link = last
  for (let number = length; ; number--) {
    if (number <= to) links.push(link)
    if (number === from) return links.toReversed()
    link = sha256(link)
  }
}

/** Whether `link` follows the link or end that was revealed before it. */
export function isNextLink(previous: Uint8Array, link: Uint8Array, sha256: Sha256): boolean {
  return link.length === linkBytes && isSame(sha256(link), previous)
}

/** Whether `link` is link `number`, from 0, of the chain with this end. False for a number that no chain has. */
export function isLinkOf(end: Uint8Array, number: number, link: Uint8Array, sha256: Sha256): boolean {
  if (!Number.isInteger(number) || number < 0 || number > mostLinks || link.length !== linkBytes) return false
  let found = link
  for (let step = 0; step < number; step++) found = sha256(found)
  return isSame(found, end)
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
