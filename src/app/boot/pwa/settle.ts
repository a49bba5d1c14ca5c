import type { QueryClient } from '@tanstack/react-query'
import { device, within } from '../../../client/device/index.ts'
import { savesData } from '../../lib/saveData.ts'
import { settingsQuery } from '../../lib/settings.ts'
import { register } from './register.ts'

/** A database that hangs must not keep reading without a network from the device. */
const PATIENCE_MS = 10_000

/** What is old goes, and what reading without a network takes comes. */
export async function settle(client: QueryClient): Promise<void> {
  // For the links of the header; a reader who saves data has them when the foot or the menu is opened.
  if (!savesData()) await client.prefetchQuery(settingsQuery)
  await within(PATIENCE_MS, device.sweep(Date.now()), undefined)
  if ('serviceWorker' in navigator) await register()
}
