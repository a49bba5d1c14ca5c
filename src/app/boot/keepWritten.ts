import { hashKey } from '@tanstack/react-query'
import type { PageData } from '../../contract/pages.ts'
import { whenQuiet } from './idle.ts'
import type { Client } from '../../client/client.ts'

/** Caches answers delivered with a page like fetched ones; the server writes public answers only. */
export function keepWritten(client: Client, { at, answers }: Pick<PageData, 'at' | 'answers'>, quietMs = 0): void {
  whenQuiet(async () => {
    const { writeAnswer } = await import('../../client/device/answerCache.ts')
    for (const { key, data } of answers)
      await writeAnswer(client, { name: hashKey(key), audience: 'everyone', account: null }, { at, data })
  }, quietMs)
}
