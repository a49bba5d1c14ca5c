import * as calls from '../../../contract/calls/index.ts'
import { CODE } from '../../../contract/codes.ts'
import type { Api } from './api.ts'

/** How a robot stands in a session, and the token it acts with there. */
export interface Pass {
  readonly token: string
  readonly biddingNumber: number | null
  readonly sellerCode: string | null
}

/** Why it is not in: it is tried again. */
export class Refused extends Error {
  override name = 'Refused'
}

/** A robot's account: signs in when it must, and takes tickets like everybody. */
export class Player {
  readonly login: string
  readonly #api: Api
  readonly #password: string
  #token: string | null = null

  constructor(login: string, password: string, api: Api) {
    this.login = login
    this.#password = password
    this.#api = api
  }

  /** Into a session. A practice session admits whoever takes a ticket. */
  async enter(scheduleTimelineId: string): Promise<Pass> {
    const { ticket } = await this.#takeTicket(scheduleTimelineId)
    const entered = await this.#api.ask(calls.assemblyLogin, calls.assemblyLogin.data, {
      body: { scheduleTimelineId, ticket },
    })
    if (!entered.ok) throw new Refused(`${this.login} may not enter: ${entered.reason ?? entered.code}`)
    const { access_token: token, biddingNumber, sellerCode } = entered.data
    return { token, biddingNumber, sellerCode }
  }

  async #takeTicket(scheduleTimelineId: string): Promise<{ readonly ticket: string }> {
    const token = (this.#token ??= await this.#signIn())
    const answer = await this.#api.ask(calls.ticket, calls.ticket.data, { token, body: { scheduleTimelineId } })
    if (answer.ok) return answer.data
    // Expired, or ended from elsewhere: the next try signs in again.
    if (answer.code === CODE.unauthorised) this.#token = null
    throw new Refused(`${this.login} gets no ticket: ${answer.reason ?? answer.code}`)
  }

  async #signIn(): Promise<string> {
    const answer = await this.#api.ask(calls.login, calls.login.data, {
      body: { account: this.login, password: this.#password },
    })
    if (!answer.ok) throw new Refused(`${this.login} cannot sign in: ${answer.reason ?? answer.code}`)
    return answer.data.access_token
  }
}
