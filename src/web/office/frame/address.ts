/**
 * The address of the office whose path was opened as a path, `/hands/<id>`, instead of in its hash; null where the address is right already. The pages
 * are routed by the hash, and the server answers every path with the same document.
 */
export function hashAddress({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): string | null {
  if (pathname === '/') return null
  return hash === '' ? `/${search}#${pathname}` : `/${search}${hash}`
}
