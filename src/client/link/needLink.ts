import { OfflineError } from '../calls/errors.ts'
import { link, probe } from './link.ts'

/**
 * Acting takes a link: without one nothing leaves, so that nobody has to wonder whether it was done. What is believed
 * to be away is asked once more.
 */
export async function needLink(): Promise<void> {
  if (link.get().kind !== 'offline') return
  await probe()
  if (link.get().kind === 'offline') throw new OfflineError('nothing was sent')
}
