import type { Device } from '../device/device.ts'
import { stores } from '../device/stores.ts'
import { versionsOf, type DraftVersion } from './versions.ts'

/** A draft belongs to an account (`''`: a visitor) and a form. */
export interface DraftOwner {
  readonly account: string
  readonly form: string
}

/** Storage of all forms' draft versions. */
export interface DraftDb {
  readonly open: (owner: DraftOwner) => FormVersions
  readonly all: (account: string) => Promise<readonly (readonly [form: string, versions: readonly DraftVersion[]])[]>
}
export interface FormVersions {
  readonly read: () => Promise<readonly DraftVersion[]>
  /**
   * Reads and writes in one transaction, so tabs wait for each other. Rejects with `SignedOut` if the account has left.
   */
  readonly update: (
    change: (versions: readonly DraftVersion[]) => readonly DraftVersion[],
  ) => Promise<readonly DraftVersion[]>
}

export const createDraftDb = (device: Device): DraftDb => ({
  open: ({ account, form }) => {
    const drafts = device.open(stores.drafts, account)
    return {
      read: async () => versionsOf(await drafts.get([form])),
      update: async (change) => {
        let next: readonly DraftVersion[] = []
        await drafts.update([form], (data) => {
          next = change(versionsOf(data))
          return next.length === 0 ? undefined : next
        })
        return next
      },
    }
  },
  all: async (account) => {
    const found = await device.open(stores.drafts, account).entries([])
    return found.flatMap(({ key: [form], data }) =>
      typeof form === 'string' ? [[form, versionsOf(data)] as const] : [],
    )
  },
})
