import { relative } from 'node:path'
import { expect, vi } from 'vitest'
import { TIMED_FILES } from './timed-files.ts'

/** Vitest reads `retry` when it collects a file, but its types leave it out. */
const TWO_TRIES: { readonly retry: number; readonly testTimeout?: number } = { retry: 1 }

const file = relative(process.cwd(), expect.getState().testPath ?? '')
if (process.env['CI'] && TIMED_FILES.some((timed) => timed === file)) vi.setConfig(TWO_TRIES)
