/** Constants of the specification §9 and design §4. Times in ms unless named otherwise. */
export const API_BASE = '/prod-api'
export const PLATFORM = '1007'
export const HEARTBEAT_MS = 30_000
export const RECONNECT_NOTICES = 3
export const RECONNECT_DELAY_MS = 1_000
export const RECONNECT_BACKGROUND_MAX_MS = 3_000
export const TICK_MS = 4_000
/** After this long without a frame the link is dead, whatever `readyState` reports. */
export const LINK_DEAD_MS = 8_000
export const COALESCE_MS = 50
export const SELLER_TIMEOUT_MS = 25_000
export const VENUE_TIMEOUT_MS = 15_000
export const BID_NOT_AFTER_MS = 10_000
export const ERROR_SHOWN_MS = 5_000
export const MOBILE_BELOW_PX = 992
export const PAGE_SIZES = [10, 20, 30, 50] as const
export const PAGE_SIZE = 20
/** Longest size that is accepted. */
export const LONGEST_MM = 99_999
/** Upper limit of every count, such as pieces of a lot. */
export const MOST_COUNTED = 1_000_000
export const TICKET_LIFE_MS = 60_000
/** A venue token is valid until this long after its session's end. */
export const VENUE_TOKEN_AFTER_END_MS = 3_600_000

export const LOCALES = ['zh', 'en'] as const
export type Locale = (typeof LOCALES)[number]
/** The chosen language, for the server that writes the first page. */
export const LOCALE_COOKIE = 'locale'
export const LANGUAGE_HEADER: Readonly<Record<Locale, string>> = { zh: 'zh_CN', en: 'en_US' }

export const COOKIES = {
  sellerToken: 'Seller-Token',
  venueToken: 'Venue-Token',
  venueInfo: 'Venue-Info',
  stageType: 'stageType',
  identity: 'identity',
  venueStatus: 'venueStatus',
} as const

export const ACCOUNT_TYPES = ['buyer', 'seller'] as const

/** Kinds of news; 0 in an address is all of them. */
export const NEWS_TYPES = { notice: 1, market: 2, platform: 3 } as const

/** Identity in a venue (spec §4): 0 applicant, 1 buyer, 2 seller, 3 host, 4 audience. */
export const IDENTITY = { applicant: 0, buyer: 1, seller: 2, host: 3, audience: 4 } as const
export type Identity = (typeof IDENTITY)[keyof typeof IDENTITY]

/** Subprotocols of the live connection; the token travels in the second, never in a URL. */
export const LIVE_PATH = `${API_BASE}/live`
export const LIVE_PROTOCOL = 'venue.v2'
/** Protocols of older pages, which are told to reload. */
export const LIVE_PROTOCOLS_PAST = ['venue.v1'] as const
export const BEARER_PREFIX = 'bearer.'

/** Why the server ends a live connection (WebSocket close codes). */
export const CLOSE = {
  normal: 1000,
  restart: 1012,
  badFrame: 4400,
  unauthorised: 4401,
  notPermitted: 4403,
  notFound: 4404,
  slow: 4408,
  tooMany: 4429,
  replaced: 4410,
  /** The node has no place left; another may have. */
  full: 4503,
} as const

/** Log entries in one answer of the room's history: by default, and at most. */
export const HISTORY_PAGE = 500
export const HISTORY_MOST = 5_000
/** Receipts that one question may hold the log to. */
export const RECEIPTS_CHECKED = 50
/** A device that is back in a room holds the log to so many of its newest receipts, within this time. */
export const WITNESSED = 5
export const WITNESS_WITHIN_MS = 10_000

/** The device of a person in the room; `other`: a program that is not a browser. */
export const SOURCES = ['computer', 'phone', 'tablet', 'wechat', 'other'] as const
export type Source = (typeof SOURCES)[number]

/** Header of `once` calls (wire.ts): lets a client repeat a call whose outcome it does not know. */
export const ONCE_HEADER = 'idempotency-key'

/** Largest decoded size of a picture that the server takes into its memory. Devices shrink larger pictures. */
export const PICTURE_MOST = { pixels: 30_000_000, side: 12_000 } as const
