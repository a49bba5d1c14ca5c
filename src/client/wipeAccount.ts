import { device } from './device/index.ts'
import { wipePictures } from './downloads/downloads.ts'
import { postWiped } from './drafts/draftPorts.ts'

/** Everything of one account leaves this device; for a sign-out. */
export async function wipeAccount(account: string): Promise<void> {
  await Promise.all([device.wipe(account).finally(() => postWiped(account)), wipePictures(account)])
}
