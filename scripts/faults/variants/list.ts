import { archiveVariants } from './archive-variants.ts'
import { appVariants } from './app-variants.ts'
import { connectionVariants } from './connection-variants.ts'
import { engineVariants } from './engine-variants.ts'
import { ledgerVariants } from './ledger-variants.ts'
import { operatorVariants } from './operator-variants.ts'
import { seatVariants } from './seat-variants.ts'
import { seedVariants } from './seed-variants.ts'
import type { Variant } from './variant.ts'

/** All variants. */
export const variants: readonly Variant[] = [
  ...ledgerVariants,
  ...appVariants,
  ...seedVariants,
  ...operatorVariants,
  ...archiveVariants,
  ...engineVariants,
  ...connectionVariants,
  ...seatVariants,
]
