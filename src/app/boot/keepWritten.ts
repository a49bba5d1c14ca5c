import { hashKey } from '@tanstack/react-query'
import type { PageData } from '../../contract/pages.ts'
import { whenQuiet } from './idle.ts'

/** Answers that came with a page are kept like any other; the server writes into pages only what everyone may read. */
export function keepWritten({ at, answers }: Pick<PageData, 'at' | 'answers'>, quietMs = 0): void {
  whenQuiet(async () => {
    const { writeAnswer } = await import('../../client/device/answerCache.ts')
    for (const { key, data } of answers)
      await writeAnswer({ name: hashKey(key), audience: 'everyone', account: null }, { at, data })
  }, quietMs)
}
