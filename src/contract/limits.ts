/**
 * An allowance: `most` calls at once, and one more each `oneEveryMs`; beyond it a call answers 429. `address`: an IPv6
 * /64 (its /48 has eight times as much); devices and accounts that signed in there before do not share it with
 * strangers. `company`: a company in one session.
 */
export interface RateLimit {
  readonly per: 'address' | 'account' | 'company'
  readonly most: number
  readonly oneEveryMs: number
}

/** The rate limits of the API, by the name that a call states in `wire.ts`. */
export const RATE_LIMITS = {
  /** Signing in: each attempt costs a password hash. */
  signIn: { per: 'address', most: 300, oneEveryMs: 50 },
  /** Image codes. */
  captcha: { per: 'address', most: 120, oneEveryMs: 1_000 },
  /** Questions in place of image codes: a program answers them more easily. */
  question: { per: 'address', most: 10, oneEveryMs: 120_000 },
  /** Requesting a code: each costs a message. */
  send: { per: 'address', most: 30, oneEveryMs: 30_000 },
  /** Registering and recovering: each attempt is a guess at a code, a pass or an account. */
  recovery: { per: 'address', most: 60, oneEveryMs: 5_000 },
  /** Uploads: each file is read completely. */
  upload: { per: 'account', most: 60, oneEveryMs: 10_000 },
  /** Documents and sheets: each is generated anew. */
  document: { per: 'account', most: 30, oneEveryMs: 2_000 },
  /** Keys of external links. */
  externalKey: { per: 'account', most: 5, oneEveryMs: 10_000 },
  /** Lots adjusted and personal limits set in a session: each is an entry of its log, which every screen gets. */
  change: { per: 'account', most: 60, oneEveryMs: 1_000 },
  /** Messages in a session: each is sent to every person there. */
  message: { per: 'company', most: 5, oneEveryMs: 3_000 },
  /** Ceilings set and dropped. */
  ceiling: { per: 'company', most: 5, oneEveryMs: 3_000 },
  /**
   * Applies to every call with a token, besides the call's own limit: far above the rate of a person or a practice
   * robot.
   */
  account: { per: 'account', most: 1_000, oneEveryMs: 5 },
} as const satisfies Readonly<Record<string, RateLimit>>
export type RateLimitName = keyof typeof RATE_LIMITS
