/** What an operator types to find a round: its id, or its number behind the name of its table or member. Null: neither. */
export type RoundSearch = { kind: 'id'; id: string } | { kind: 'number'; name: string; number: number }

const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** `#`: as the office and the windows may write a number; the digits stay below 2^53. */
const numberShape = /^(\S.*?)\s+#?(\d{1,12})$/

export function roundSearchOf(typed: string): RoundSearch | null {
  const text = typed.trim()
  if (idShape.test(text)) return { kind: 'id', id: text.toLowerCase() }
  const [, name, number] = numberShape.exec(text) ?? []
  return name === undefined || number === undefined ? null : { kind: 'number', name, number: Number(number) }
}
