import { currentAccount } from '../session/index.ts'
import { openDeviceDatabase } from './database.ts'
import { createDevice, type Device } from './device.ts'
import { createPrevious } from './previous/previous.ts'
import { stores } from './stores.ts'

export { stores } from './stores.ts'
export { SignedOut, storageTrouble, type StorageTrouble } from './trouble.ts'
export { within } from './patience.ts'
export type { DeviceStore } from './device.ts'

const database = openDeviceDatabase()
const now = (): number => Date.now()

/** This browser's own. */
export const device: Device = createDevice({
  database,
  now,
  currentAccount,
  previous: createPrevious({
    database,
    definitions: Object.values(stores),
    factory: () => indexedDB,
    now,
    // The address of this code is hashed over what it holds. A release that leaves it alone is not counted, which errs
    // on the side of keeping old databases longer.
    build: import.meta.url,
  }),
})
