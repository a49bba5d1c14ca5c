import { within, deviceOf } from '../../../client/device/index.ts'
import { savesData } from '../../lib/saveData.ts'
import { settingsQuery } from '../../lib/settings.ts'
import { register } from './register.ts'
import type { Queries } from '../../lib/client.ts'

/** A hanging database must not block prefetching for offline reading. */
const PATIENCE_MS = 10_000

/** Deletes expired data and prefetches for offline reading. */
export async function settle(queries: Queries): Promise<void> {
  const { client } = queries
  // The header's links need the settings; with the data saver on they load when the footer or the menu is opened.
  if (!savesData(client)) await queries.prefetchQuery(settingsQuery)
  await within(PATIENCE_MS, deviceOf(client).sweep(Date.now()), undefined)
  if ('serviceWorker' in navigator) await register(client)
}
