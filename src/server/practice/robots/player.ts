import type { Exchange } from '../../../client/calls/exchange.ts'
import { ApiError } from '../../../client/calls/errors.ts'
import { CODE } from '../../../contract/codes.ts'
import type { Pass } from './visit.ts'

/** A robot's account: signs in when it must, and takes tickets like everybody. */
export class Player {
  readonly login: string
  readonly #exchange: Exchange
  readonly #password: string
  #token: string | null = null

  constructor(login: string, password: string, exchange: Exchange) {
    this.login = login
    this.#password = password
    this.#exchange = exchange
  }

  /** Into a session. A practice session admits whoever takes a ticket. */
  async enter(scheduleTimelineId: string): Promise<Pass> {
    const { ticket } = await this.#takeTicket(scheduleTimelineId)
    const {
      access_token: token,
      biddingNumber,
      sellerCode,
    } = await this.#exchange('assemblyLogin', { body: { scheduleTimelineId, ticket } }, NOBODY)
    return { token, biddingNumber, sellerCode }
  }

  async #takeTicket(scheduleTimelineId: string): Promise<{ readonly ticket: string }> {
    this.#token ??= await this.#signIn()
    try {
      return await this.#exchange('ticket', { body: { scheduleTimelineId } }, { ...NOBODY, seller: this.#token })
    } catch (error) {
      // Expired, or ended from elsewhere: the next try signs in again.
      if (error instanceof ApiError && error.code === CODE.unauthorised) this.#token = null
      throw error
    }
  }

  async #signIn(): Promise<string> {
    const { access_token } = await this.#exchange(
      'login',
      { body: { account: this.login, password: this.#password } },
      NOBODY,
    )
    return access_token
  }
}

const NOBODY = { seller: null, venue: null }
