import type { Client } from '../client.ts'
import { openDeviceDatabase } from './database.ts'
import { createDevice, type Device } from './device.ts'
import { createPrevious } from './previous/previous.ts'
import { stores } from './stores.ts'

export { stores } from './stores.ts'
export { SignedOut, storageTrouble, type StorageTrouble } from './trouble.ts'
export { within } from './patience.ts'
export { keepForGood } from './keepForGood.ts'
export type { DeviceStore } from './device.ts'

/** The device of this browser. */
export const deviceOf = (client: Client): Device => client.part(createClientDevice)

function createClientDevice({ ports, session }: Client): Device {
  const database = openDeviceDatabase()
  const { now } = ports.clock
  return createDevice({
    database,
    now,
    currentAccount: session.account,
    previous: createPrevious({
      database,
      definitions: Object.values(stores),
      factory: ports.device.databases,
      now,
      // This chunk's hashed address identifies the build. A release that does not change it is not counted, which errs on
      // the side of keeping old databases longer.
      build: import.meta.url,
    }),
  })
}
