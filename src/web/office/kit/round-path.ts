/** The page of a round of a table, or of one with decisions. */
export function roundPath(kind: 'table' | 'seat', id: string): string {
  return kind === 'seat' ? `/hands/${id}` : `/tables/${id}`
}
