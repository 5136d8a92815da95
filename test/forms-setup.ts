import { configure } from '@testing-library/react'
import { scaledMs } from './machine.ts'

/** How long a form may take to show what a test waits for. */
configure({ asyncUtilTimeout: scaledMs(3_000) })
