import { randomUUID } from 'node:crypto'
import { hashPassword } from '../../../src/server/auth/password.ts'
import { addAccount } from '../../../src/server/store/accounts.ts'
import type { Store } from '../../../src/server/store/open.ts'
import { someAccount } from '../../support/store/rows.ts'
import type { Someone } from '../drafts/person.ts'

const PASSWORD = 'Larch7Quay4Moss'

/** Registers people without any further step; each schedule has its own. */
export async function registrar({ db }: Pick<Store, 'db'>): Promise<() => Promise<Someone>> {
  const passwordHash = await hashPassword(PASSWORD)
  return async () => {
    const login = `p${randomUUID().slice(0, 12)}`
    await addAccount(db, someAccount({ login, passwordHash, status: 2 }))
    return { account: login, password: PASSWORD }
  }
}
