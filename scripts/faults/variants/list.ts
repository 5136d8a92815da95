import { archiveVariants } from './archive-variants.ts'
import { houseVariants } from './house-variants.ts'
import { ledgerVariants } from './ledger-variants.ts'
import type { Variant } from './variant.ts'

/** Every way of breaking the house that is kept. */
export const variants: readonly Variant[] = [...ledgerVariants, ...houseVariants, ...archiveVariants]
