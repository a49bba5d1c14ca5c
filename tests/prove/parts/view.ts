import type { SessionState } from '../../../src/domain/state.ts'
import { venueOf } from '../../support/world.ts'
import type { Member, WorldSession } from '../../support/world.ts'

/** The session as the server shows it now to this member on a new connection. */
export async function stateFor(url: string, session: WorldSession, member: Member): Promise<SessionState> {
  const live = await venueOf(url, session, member).live()
  try {
    return live.state
  } finally {
    await live.close()
  }
}
