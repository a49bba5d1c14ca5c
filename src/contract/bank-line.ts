import * as z from 'zod'
import { formatRate, parseRate, type Rate } from '../domain/trade/rate.ts'
import { Text } from './scalars.ts'

// Fields of calls that record lines of the bank. Rules: `domain/trade/TRADE.md`, Bl1 … Bl4 and Mo11.

/** Number of the entry that a correction corrects; null: no correction. */
export const Corrects = z.int().min(1).nullable()

/** What tells lines alike apart, as far as it is known. */
export const ToldApart = z.object({
  /** The payer's account, as the bank shows it. */ payerAccount: Text.trim().max(60, 'tooLong').default(''),
  /** The bank's own number of the entry. */ bankEntry: Text.trim().max(80, 'tooLong').default(''),
  /** Why this is another than the line alike that is recorded. */ another: Text.trim().max(200, 'tooLong').default(''),
})
export type ToldApart = z.output<typeof ToldApart>

/** A rate such as `"7.1032"` on the wire, hundred-millionths inside: units of the contract's currency for one paid. */
export const ExchangeRate = z.codec(
  z.string().regex(/^(0|[1-9]\d{0,5})(\.\d{1,8})?$/, { abort: true }),
  z.custom<Rate>((v) => Number.isSafeInteger(v)),
  {
    decode(text, ctx) {
      const value = parseRate(text)
      if (value !== null) return value
      ctx.issues.push({ code: 'custom', input: text, message: 'not a rate' })
      return z.NEVER
    },
    encode: formatRate,
  },
)
