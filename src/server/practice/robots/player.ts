import type * as z from 'zod';
import * as calls from '../../../contract/calls/index.ts';
import { CODE } from '../../../contract/codes.ts';
import type { Api } from './api.ts';

/** How a robot stands in a session, and the token it acts with there. */
export interface Pass {
  readonly token: string;
  readonly biddingNumber: number | null;
  readonly sellerCode: string | null;
}

/** Why it is not in: it is tried again. */
export class Refused extends Error {
  override name = 'Refused';
}

/** A robot's account: signs in when it must, and takes tickets like everybody. */
export class Player {
  readonly login: string;
  readonly #api: Api;
  readonly #password: string;
  #token: string | null = null;

  constructor(login: string, password: string, api: Api) {
    this.login = login;
    this.#password = password;
    this.#api = api;
  }

  /** Into a session, signed up for it if it is to bid there. */
  async enter(scheduleTimelineId: string, signsUp: boolean): Promise<Pass> {
    const body = { scheduleTimelineId };
    if (signsUp) await this.#asMember(calls.biddingRegistrationAdd, calls.Registration, body);
    const { ticket } = await this.#asMember(calls.ticket, calls.ticket.data, body);
    const entered = await this.#api.ask(calls.assemblyLogin, calls.assemblyLogin.data, { body: { scheduleTimelineId, ticket } });
    if (!entered.ok) throw new Refused(`${this.login} may not enter: ${entered.reason ?? entered.code}`);
    const { access_token: token, biddingNumber, sellerCode } = entered.data;
    return { token, biddingNumber, sellerCode };
  }

  async #asMember<S extends z.ZodType>(call: Parameters<Api['ask']>[0], data: S, body: object): Promise<z.output<S>> {
    const token = (this.#token ??= await this.#signIn());
    const answer = await this.#api.ask(call, data, { token, body });
    if (answer.ok) return answer.data;
    // Expired, or ended from elsewhere: the next try signs in again.
    if (answer.code === CODE.unauthorised) this.#token = null;
    throw new Refused(`${this.login} at ${call.path}: ${answer.reason ?? answer.code}`);
  }

  async #signIn(): Promise<string> {
    const answer = await this.#api.ask(calls.login, calls.login.data, { body: { account: this.login, password: this.#password } });
    if (!answer.ok) throw new Refused(`${this.login} cannot sign in: ${answer.reason ?? answer.code}`);
    return answer.data.access_token;
  }
}
