import type { Store } from '../../../src/server/store/open.ts'
import { asOwner } from './owner.ts'

/** A way in which a database stops taking rows, and back; both take effect for connections that are open. */
export interface NoWrites {
  begin(store: Store): Promise<void>
  end(store: Store): Promise<void>
}

const reload = 'SELECT pg_reload_conf()'
/** The whole server is read-only, as after an operator's mistake or on a disk that was mounted read-only. */
export const readOnly: NoWrites = {
  begin: (store) => asOwner(store, 'ALTER SYSTEM SET default_transaction_read_only = on', reload),
  end: (store) => asOwner(store, 'ALTER SYSTEM RESET default_transaction_read_only', reload),
}
/** The role that serves lost its right to add to the log. */
export const revoked: NoWrites = {
  begin: (store) => asOwner(store, 'REVOKE INSERT ON session_event FROM timber_app'),
  end: (store) => asOwner(store, 'GRANT INSERT ON session_event TO timber_app'),
}

/** Whether the log takes rows. */
export const takesRows = (store: Store): Promise<boolean> =>
  store.log.probe().then(
    () => true,
    () => false,
  )
