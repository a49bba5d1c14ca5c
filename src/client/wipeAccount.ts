import type { Client } from './client.ts'
import { deviceOf } from './device/index.ts'
import { downloadsOf } from './downloads/downloads.ts'
import { draftPortsOf } from './drafts/draftPorts.ts'
import { forgetPush } from './push/push.ts'
import { postWiped } from './drafts/drafts.ts'

/** Deletes all data of one account from this device, at sign-out. */
export async function wipeAccount(client: Client, account: string): Promise<void> {
  await Promise.all([
    deviceOf(client)
      .wipe(account)
      .finally(() => postWiped(account, draftPortsOf(client))),
    downloadsOf(client).wipePictures(account),
    forgetPush(client),
  ])
}
