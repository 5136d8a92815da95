import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { scaledMs } from './machine.ts'

/** How long a form may take to show what a test waits for. */
configure({ asyncUtilTimeout: scaledMs(3_000) })

// Files share a document: what one leaves rendered, a later one would find.
afterEach(cleanup)
