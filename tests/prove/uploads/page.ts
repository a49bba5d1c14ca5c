import type { Page } from '@playwright/test'
import { isOutboxItem, type OutboxItem } from '../../../src/client/outbox/items.ts'

/** The stored items of an account, read without the app. */
export async function itemsOf(page: Page, account: string): Promise<readonly OutboxItem[]> {
  const found = await page.evaluate(
    async (owner) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('timber-sale-room')
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const database = opening.result
          if (!database.objectStoreNames.contains('kept')) return resolve([])
          const range = IDBKeyRange.bound([owner, 'outbox', 'item'], [owner, 'outbox', 'item', []])
          const asked = database.transaction('kept').objectStore('kept').getAll(range)
          asked.addEventListener('success', () => {
            database.close()
            resolve(asked.result)
          })
          asked.addEventListener('error', () => reject(new Error('not to be read')))
        })
      }),
    account,
  )
  return found
    .map((record) => (typeof record === 'object' && record !== null && 'data' in record ? record.data : null))
    .filter(isOutboxItem)
}

export const FORM: Readonly<Record<string, string>> = {
  creditCode: '91330500MA2B41KQ0L',
  address: '浙江省湖州市吴兴区',
  detailedAddress: '织里镇大港路 1088 号',
  zipCode: '313008',
  phone: '0572-3180000',
  legalPerson: '方晓',
  legalPersonPhone: '13857200000',
  bank: '中国工商银行湖州织里支行',
  bankAccount: '1205220000001',
}
