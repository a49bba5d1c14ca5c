import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Answered, Call, Listed, Sent } from '../../src/contract/call.ts'
import * as calls from '../../src/contract/calls/index.ts'
import { CODE } from '../../src/contract/codes.ts'
import { API_BASE, BID_NOT_AFTER_MS, LANGUAGE_HEADER } from '../../src/contract/constants.ts'
import type { Locale } from '../../src/contract/constants.ts'
import { LiveConnection } from './live.ts'
import type { LiveOptions } from './live.ts'

/** Password of every account of the demo world. */
export const PASSWORD = 'Timber2026'

/** An answer as it travels; `data` and `rows` have been checked against the call's schemas. */
export interface Answer<C extends Call> {
  readonly code: number
  readonly msg: string
  readonly reason: string | null
  readonly data: Answered<C>
  readonly rows: Listed<C>
  readonly total: number | null
}

type Wire<C extends Call> = { readonly [K in keyof Sent<C> as Sent<C>[K] extends undefined ? never : K]: Sent<C>[K] }

/** The same input, untyped. */
interface Sendable {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
}
interface Raw extends Pick<Answer<Call>, 'code' | 'msg' | 'reason' | 'total'> {
  readonly data: unknown
  readonly rows: unknown
  readonly errors: unknown
}

const Body = z.object({
  code: z.number(),
  msg: z.string(),
  reason: z.string().nullish(),
  data: z.unknown().optional(),
  rows: z.array(z.unknown()).optional(),
  total: z.number().nullish(),
  errors: z.array(z.unknown()).optional(),
})

/** A call that was not answered with 200. */
export class CallRefused extends Error {
  override name = 'Refused'
  readonly code: number
  readonly reason: string | null

  constructor(call: Call, { code, reason, msg, errors }: Raw) {
    super(
      `${call.method} ${call.path}: ${code} ${reason ?? ''} ${msg}${errors === undefined ? '' : ` ${JSON.stringify(errors)}`}`,
    )
    this.code = code
    this.reason = reason
  }
}

/** Calls of the contract to one server with one token (or none). Values are those of the wire. */
export class Api {
  readonly url: string
  readonly token: string | null
  readonly locale: Locale

  constructor(url: string, token: string | null = null, locale: Locale = 'en') {
    this.url = url
    this.token = token
    this.locale = locale
  }

  /** The answer, whatever its code. */
  async answer<C extends Call>(call: C, sent: Wire<C>): Promise<Answer<C>> {
    const answered = await this.send(call, sent)
    if (!isAnswer(call, answered)) throw new TypeError('unreachable')
    return answered
  }

  /** The answer if it is 200; otherwise it throws `Refused`. */
  async call<C extends Call>(call: C, sent: Wire<C>): Promise<Answer<C>> {
    const answered = await this.send(call, sent)
    if (answered.code !== CODE.ok) throw new CallRefused(call, answered)
    if (!isAnswer(call, answered)) throw new TypeError('unreachable')
    return answered
  }

  protected async send(call: Call, { params = {}, query = {}, body }: Sendable): Promise<Raw> {
    const response = await fetch(`${this.url}${API_BASE}${pathOf(call, params)}${searchOf(query)}`, {
      method: call.method,
      headers: {
        'accept-language': LANGUAGE_HEADER[this.locale],
        ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const { code, msg, reason = null, data, rows, total = null, errors } = parsed(call, text, response.status)
    const carries = code === CODE.ok || (call.verdict === true && code === CODE.refused && data !== undefined)
    return {
      code,
      msg,
      reason,
      total,
      errors,
      data: carries ? checked(call, call.data, data) : undefined,
      rows: carries ? checkedRows(call, rows) : undefined,
    }
  }
}

/** Safe, since `checked` has validated the answer. */
const isAnswer = <C extends Call>(_call: C, answer: object): answer is Answer<C> => 'data' in answer

function pathOf(call: Call, params: object): string {
  const values = new Map(Object.entries(params))
  return call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
}

function searchOf(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
}

function parsed(call: Call, text: string, status: number): z.output<typeof Body> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(
      `${call.method} ${call.path} answered ${status} with something that is no JSON: ${text.slice(0, 500)}`,
    )
  }
  return Body.parse(json)
}

/** The wire value, checked against the contract. */
function checked(call: Call, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return value
  const result = schema.safeParse(value)
  if (!result.success)
    throw new Error(
      `${call.method} ${call.path} answered against the contract:\n${z.prettifyError(result.error)}\n${JSON.stringify(value)}`,
    )
  return value
}

function checkedRows(call: Call, rows: unknown[] | undefined): unknown {
  return call.rows ? checked(call, z.array(call.rows), rows) : rows
}

/** A signed-in person. */
export class Person extends Api {
  /** A venue token of the session, by a ticket. */
  async enter(scheduleTimelineId: string): Promise<Venue> {
    const { data } = await this.call(calls.ticket, { body: { scheduleTimelineId } })
    return enter(this.url, { scheduleTimelineId, ticket: data.ticket }, this.locale)
  }

  async register(scheduleTimelineId: string): Promise<Answered<typeof calls.biddingRegistrationAdd>> {
    return (await this.call(calls.biddingRegistrationAdd, { body: { scheduleTimelineId } })).data
  }
}

export async function login(url: string, account: string, password = PASSWORD, locale: Locale = 'en'): Promise<Person> {
  const { data } = await new Api(url, null, locale).call(calls.login, { body: { account, password } })
  return new Person(url, data.access_token, locale)
}

/** `assemblyLogin`, by a ticket or by account and password. */
export async function enter(
  url: string,
  body: Sent<typeof calls.assemblyLogin>['body'],
  locale: Locale = 'en',
): Promise<Venue> {
  const { data } = await new Api(url, null, locale).call(calls.assemblyLogin, { body })
  return new Venue(url, body.scheduleTimelineId, data, locale)
}

type VerdictWire = Answered<typeof calls.verdict>
/** A host's command, whose body is the session plus parameters. */
type Command = (typeof calls)[
  | 'start'
  | 'addRound'
  | 'adjustStage'
  | 'closeTemporarily'
  | 'reopen'
  | 'holdLot'
  | 'voidBid'
  | 'setSpeech'
  | 'withdrawLot'
  | 'messageAdd'
  | 'accomplish'
  | 'lotAdjust'
  | 'ceilingSet'
  | 'ceilingDrop'
  | 'clerkBid'
  | 'offerAccept'
  | 'offerDecline'
  | 'offerWithdraw']

interface BidOptions {
  readonly bidKey?: string
  /** ISO 8601; ten seconds ahead by default, as the app does. */
  readonly notAfter?: string
}

/** A person in a session's room. */
export class Venue extends Api {
  readonly scheduleTimelineId: string
  readonly identityType: number
  readonly biddingNumber: number | null
  readonly sellerCode: string | null

  constructor(url: string, scheduleTimelineId: string, entered: Answered<typeof calls.assemblyLogin>, locale: Locale) {
    super(url, entered.access_token, locale)
    this.scheduleTimelineId = scheduleTimelineId
    this.identityType = entered.identityType
    this.biddingNumber = entered.biddingNumber
    this.sellerCode = entered.sellerCode
  }

  /** Bids and returns the verdict, accepted or refused. `price` as on the wire: `"2180.00"`. */
  async bid(
    contractObjectId: string,
    price: string,
    { bidKey = randomUUID(), notAfter = soon() }: BidOptions = {},
  ): Promise<VerdictWire> {
    const { scheduleTimelineId } = this
    return this.verdictOf(calls.bidOrCounteroffer, {
      body: { type: '1', scheduleTimelineId, contractObjectId, price, bidKey, notAfter },
    })
  }

  /** The verdict of a bid. */
  async verdict(bidKey: string): Promise<VerdictWire> {
    return this.verdictOf(calls.verdict, { query: { bidKey } })
  }

  async biddingInfo(contractObjectId: string): Promise<Answered<typeof calls.getBiddingInfo>> {
    const { scheduleTimelineId } = this
    return (await this.call(calls.getBiddingInfo, { query: { scheduleTimelineId, contractObjectId } })).data
  }

  /**
   * A command of host, seller or buyer in this session, e.g. `command(calls.start, {})`; the verdict, refused or not.
   */
  async command<C extends Command>(call: C, rest: Omit<Sent<C>['body'], 'scheduleTimelineId'>): Promise<VerdictWire> {
    return this.verdictOf(call, { body: { ...rest, scheduleTimelineId: this.scheduleTimelineId } })
  }

  /** A command that has to be accepted. */
  async accepted<C extends Command>(call: C, rest: Omit<Sent<C>['body'], 'scheduleTimelineId'>): Promise<VerdictWire> {
    const verdict = await this.command(call, rest)
    if (verdict.verdict !== 'accepted')
      throw new Error(
        `${call.path} was ${verdict.verdict}: ${verdict.reason ?? ''} ${JSON.stringify(verdict.numbers ?? {})}`,
      )
    return verdict
  }

  /** All lots of the session, in the catalogue's order. */
  async lots(): Promise<Listed<typeof calls.lotList>> {
    return (await this.call(calls.lotList, { query: { scheduleTimelineId: this.scheduleTimelineId, pageSize: 100 } }))
      .rows
  }

  live(options: Partial<LiveOptions> = {}): Promise<LiveConnection> {
    if (this.token === null) throw new Error('a live connection needs a token')
    return LiveConnection.open({
      url: this.url,
      scheduleTimelineId: this.scheduleTimelineId,
      token: this.token,
      ...options,
    })
  }

  private async verdictOf(call: Call, sent: Sendable): Promise<VerdictWire> {
    const answered = await this.send(call, sent)
    if (!isVerdict(answered.data)) throw new CallRefused(call, answered)
    return answered.data
  }
}

const isVerdict = (data: unknown): data is VerdictWire => typeof data === 'object' && data !== null && 'verdict' in data

const soon = (): string => new Date(Date.now() + BID_NOT_AFTER_MS).toISOString()
