import type { SessionState } from '../../../src/domain/state.ts'
import { venueOf } from '../../support/world.ts'
import type { Member, WorldSession } from '../../support/world.ts'

/** The session as the server shows it to this member now: what somebody gets who comes in anew. */
export async function stateFor(url: string, session: WorldSession, member: Member): Promise<SessionState> {
  const live = await venueOf(url, session, member).live()
  try {
    return live.state
  } finally {
    await live.close()
  }
}
