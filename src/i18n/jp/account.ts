import type { AccountWords } from '../ko/account.ts'
import { words as ko } from '../ko/account.ts'
export const words = ko satisfies AccountWords
