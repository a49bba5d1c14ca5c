import type { Instant } from '../../domain/units.ts'
import type { FileStore } from '../files/store.ts'
import { StoreRefused } from '../store/errors.ts'
import type { Db } from '../store/open.ts'
import { lockWorld, markWorld, worldOf } from './mark.ts'
import type { World } from './mark.ts'
import { seedDemo } from './seed.ts'

const REFUSAL = `This database holds the demo world, whose accounts have a published password, and the demo is off (DEMO=0, or others
than this machine are served by HOST, TRUST_PROXY, PUBLIC_URL, SMTP_URL or SMS_URL). Begin with an empty database: set
DATA_DIR to an empty folder (or DATABASE_URL to an empty database) and make the first account with

  npm run admin -- create-administrator --login <login>`

/** With the demo on, fills an empty database; with it off, refuses a demo database and marks an empty one as real. */
export async function openWorld(db: Db, fileStore: FileStore, demo: boolean, now: Instant): Promise<World> {
  if (demo) {
    await seedDemo(db, fileStore, now)
    return (await worldOf(db)) ?? 'own'
  }
  await db.transaction(async (tx) => {
    await lockWorld(tx)
    if ((await worldOf(tx)) === 'demo') throw new StoreRefused(REFUSAL)
    await markWorld(tx, 'own', now)
  })
  return 'own'
}
