/** One claim about a machine's mathematics and whether it holds. */
export type Claim = { claim: string; holds: boolean; found: string }
