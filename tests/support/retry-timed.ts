import { relative } from 'node:path'
import { expect, vi } from 'vitest'
import { TIMED_FILES } from './timed-files.ts'

const file = relative(process.cwd(), expect.getState().testPath ?? '')
if (process.env['CI'] && TIMED_FILES.some((timed) => timed === file)) vi.setConfig({ retry: 1 })
