import * as z from 'zod'
import { formatMilli, formatMinor, instant, parseMilli, parseMinor } from '../domain/units.ts'
import { PAGE_SIZE } from './constants.ts'
import { typed, typedCode } from '../domain/typed/text.ts'
import type { Instant, Milli, Minor } from '../domain/units.ts'

/** ISO 8601 UTC with milliseconds on the wire, an `Instant` inside. */
export const Time = z.codec(
  z.iso.datetime(),
  z.custom<Instant>((v) => Number.isSafeInteger(v)),
  {
    decode: (text) => instant(Date.parse(text)),
    encode: (at) => new Date(at).toISOString(),
  },
)

/** Aborts, because rules about several fields compute with the number. */
const decimal = (digits: number) =>
  z.string().regex(new RegExp(`^(0|[1-9]\\d{0,12})(\\.\\d{1,${digits}})?$`), { abort: true })

/** A decimal string such as `"2180.00"` on the wire, minor units inside. */
export const Money = z.codec(
  decimal(2),
  z.custom<Minor>((v) => Number.isSafeInteger(v)),
  {
    decode: (text, ctx) => parseMinor(text) ?? invalid(text, ctx),
    encode: (value) => formatMinor(value),
  },
)

/** A decimal string such as `"32.450"` on the wire, thousandths inside. */
export const Quantity = z.codec(
  decimal(3),
  z.custom<Milli>((v) => Number.isSafeInteger(v)),
  {
    decode: (text, ctx) => parseMilli(text) ?? invalid(text, ctx),
    encode: (value) => formatMilli(value),
  },
)

function invalid(input: string, ctx: z.core.ParsePayload<string>): never {
  ctx.issues.push({ code: 'custom', input, message: 'not a decimal in range' })
  return z.NEVER
}

/** The decimal sign of the reader's spreadsheet: with a comma, the cells of a CSV file are separated by semicolons. */
export const DecimalSign = z.enum(['point', 'comma'])
export type DecimalSign = z.output<typeof DecimalSign>

export const Currency = z.enum(['CNY', 'USD', 'EUR'])
export const Unit = z.enum(['m3', 'piece', 'tonne'])
/**
 * Free text. A lone surrogate or a NUL is valid JSON, but can be neither hashed as canonical JSON nor stored, so it is
 * refused at the door.
 */
export const Text = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'))
/** A code as people type or paste it: capitals and plain digits, without spaces, dashes and unseen characters. */
export const Code = Text.transform(typedCode)
/** Words of a search, with plain letters and digits. */
export const Keyword = Text.transform(typed).pipe(z.string().max(80))
export const Id = Text.min(1).max(80)
export const Key = z.uuid()
/** `YYYY-MM-DD`. */
export const Day = z.iso.date()
/** Query fields of a range of days in Beijing, first and last day included (spec §3). */
export const dayRange = { beginTime: Day.optional(), endTime: Day.optional() }
export const IdentityType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
export const Phase = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])
export const Stage = z.enum(['preparation', 'bidding', 'negotiation', 'finish'])
/** A bidding number, as an answer or a form names it. */
export const Bidding = z.int().min(1)
/** Six digits by which host and operator recognise a bidder on the phone. */
export const Pin = z.string().regex(/^\d{6}$/)
/** The same, as it is typed. */
export const TypedPin = Code.pipe(Pin)
/** A limit of a company or a person, and how much of it is won and led. */
export const LimitRow = z.object({ currency: Currency, most: Money, exposed: Money })
/** The kind of staff member who acts for a company. */
export const Clerk = z.enum(['host', 'operator'])
export const LotStatus = z.enum(['waiting', 'scheduled', 'open', 'held', 'unsold', 'sold', 'withdrawn', 'failed'])

/** A whole number; clients send it as a number or as digits, in a query and in a body alike. */
function whole(least: number, most: number) {
  const number = z.int().min(least).max(most)
  return z.codec(z.union([number, z.string().regex(/^\d{1,9}$/)]), number, {
    decode: Number,
    encode: (value) => value,
  })
}
const PageNum = whole(1, 100_000)
const PageSize = whole(1, 100)

/** Paging of a list (spec §9): page 1, size 20 by default. */
export const Page = z.strictObject({ pageNum: PageNum.prefault(1), pageSize: PageSize.prefault(PAGE_SIZE) })
/** Paging of a list that is sent whole unless a page is requested. */
export const MaybePage = z.strictObject({ pageNum: PageNum.optional(), pageSize: PageSize.optional() })

/** A word sent as one digit; clients send `1` and `"1"` alike. */
export const Choice = <D extends string>(digit: D) =>
  z.codec(z.literal([digit, Number(digit)]), z.literal(digit), {
    decode: () => digit,
    encode: () => digit,
  })
