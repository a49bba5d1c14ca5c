import type { Client } from '../../../client/client.ts'
import { ApiError } from '../../../client/calls/errors.ts'
import { CODE } from '../../../contract/codes.ts'
import type { Pass } from './visit.ts'

/** A robot's account: signs in when necessary, and fetches tickets as people do. */
export class Player {
  readonly login: string
  readonly #client: Client
  readonly #password: string

  constructor(login: string, password: string, client: Client) {
    this.login = login
    this.#password = password
    this.#client = client
  }

  /** Enters a session. A practice session admits every account that takes a ticket. */
  async enter(scheduleTimelineId: string): Promise<Pass> {
    const { ticket } = await this.#takeTicket(scheduleTimelineId)
    const {
      access_token: token,
      biddingNumber,
      sellerCode,
    } = await this.#client.calls.send('assemblyLogin', { body: { scheduleTimelineId, ticket } })
    return { token, biddingNumber, sellerCode }
  }

  async #takeTicket(scheduleTimelineId: string): Promise<{ readonly ticket: string }> {
    const { calls, session } = this.#client
    if (!session.status().signedIn) await this.#signIn()
    try {
      return await calls.send('ticket', { body: { scheduleTimelineId } })
    } catch (error) {
      // The sign-in expired or was ended remotely: the next attempt signs in again.
      if (error instanceof ApiError && error.code === CODE.unauthorised) session.end()
      throw error
    }
  }

  async #signIn(): Promise<void> {
    const { calls, session } = this.#client
    const { access_token, expires_in } = await calls.send('login', {
      body: { account: this.login, password: this.#password },
    })
    session.signedIn(access_token, expires_in, this.login)
  }
}
