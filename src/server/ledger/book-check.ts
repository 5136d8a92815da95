import type { BookCheckName } from '#domain/book-check.ts'

/**
 * One check of the books: the sentence it proves, and the statement that returns the faults (`subject`, `detail`) it
 * finds.
 */
export type BookCheck = { name: BookCheckName; description: string; sql: string }
