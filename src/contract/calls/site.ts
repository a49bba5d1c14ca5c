import * as z from 'zod'
import { call } from '../call.ts'
import { MOST_DAYS_OFF } from '../../domain/trade/working-days.ts'
import { Currency, Day, Id, IdentityType, Phase, Text, Time } from '../scalars.ts'
import { Account, Password, Token } from './auth.ts'
import { wire } from '../wire.ts'
import { CURRENCIES } from '../../domain/units.ts'

/** Calls of the shell around the screens: menu, settings, and sign-in from other systems. */

export interface MenuRoute {
  readonly name: string
  readonly path: string
  readonly hidden: boolean
  /** Name of a screen that the app knows (`contract/screens.ts`), `Layout`, `ParentView`, or the address of a link. */
  readonly component: string
  readonly meta: {
    readonly title: string
    readonly icon: string | null
    /** Opens a new tab. */ readonly link: string | null
    /** Shown in a frame. */ readonly frame: string | null
  }
  readonly children: readonly MenuRoute[]
}
const Meta = z.object({
  title: z.string(),
  icon: z.string().nullable(),
  link: z.string().nullable(),
  frame: z.string().nullable(),
})
export const MenuRoute: z.ZodType<MenuRoute, MenuRoute> = z.object({
  name: z.string(),
  path: z.string(),
  hidden: z.boolean(),
  component: z.string(),
  meta: Meta,
  get children() {
    return z.array(MenuRoute)
  },
})

export const getRouters = call({
  ...wire.getRouters,
  about:
    'The menu tree of this user: routes that any of the user’s permissions or roles lets the user open. Titles are in the request’s language.',
  data: z.array(MenuRoute),
})

/** A text in both languages. */
const Both = z.strictObject({ zh: Text.max(4000), en: Text.max(4000) })
const Address = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
/** Digits and letters, in groups or not: a number at home, an IBAN abroad. */
const ACCOUNT = /^[0-9A-Z](?:[ -]?[0-9A-Z]){5,33}$/
const SWIFT = /^[A-Z]{6}[0-9A-Z]{2}(?:[0-9A-Z]{3})?$/
/** Hundredths of a per cent. */
const Rate = z.int().min(0).max(10_000)
const Days = z.int().min(0).max(365)
export const PaymentTerms = z.strictObject({
  /** Share of a contract's amount. */ depositRate: Rate,
  /** After the contract is complete. */ depositDays: Days,
  /** Before the earliest delivery. */ balanceDays: Days,
  commissionRate: Rate,
  /** The party that pays the commission. */ commissionBy: z.enum(['buyer', 'seller']),
  commissionDays: Days,
})
/** An account of the platform to which deposits for sales are paid. */
export const DepositAccount = z
  .strictObject({
    currency: Currency,
    payee: Text.trim().min(1).max(120),
    bank: Text.trim().min(1).max(120),
    account: Text.trim().regex(ACCOUNT),
    /** Needed for a currency other than CNY. */ swift: Text.trim().regex(SWIFT).or(z.literal('')),
  })
  .refine(({ currency, swift }) => currency === 'CNY' || swift !== '', { path: ['swift'] })
export type DepositAccount = z.output<typeof DepositAccount>
const DepositAccounts = z
  .array(DepositAccount)
  .max(CURRENCIES.length)
  .refine((all) => new Set(all.map(({ currency }) => currency)).size === all.length)

const DAY_MS = 86_400_000
/** Days off and working days that the operator adds to the published ones (`domain/trade/working-days.ts`). */
export const WorkingDays = z
  .strictObject({
    off: z
      .array(
        z.strictObject({ from: Day, to: Day, name: Text.max(40) }).refine(({ from, to }) => {
          const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
          return days >= 0 && days < MOST_DAYS_OFF
        }),
      )
      .max(100),
    working: z.array(Day).max(100),
  })
  .refine(({ off, working }) => !working.some((day) => off.some(({ from, to }) => from <= day && day <= to)), {
    path: ['working'],
  })
export const Settings = z.object({
  help: Both,
  payment: Both,
  question: Both,
  about: Both,
  companyAddress: Both,
  /** The copyright owner, shown after © and the year. */ copyright: z.strictObject({
    zh: Text.max(200),
    en: Text.max(200),
  }),
  /** Licence and registration notices, in the language in which each was issued. */
  licences: z.array(Text.max(200)).max(10),
  phone: Text.max(40),
  /** The target of the app's QR code; empty: this installation's own address. */ appAddress: Address,
  /** The online shop and the seller’s back office; empty: not linked. */ shop: Address,
  backOffice: Address,
  /** For contracts that are signed from now on. */ paymentTerms: PaymentTerms,
  /** For due days of all contracts. */ workingDays: WorkingDays,
  /** Where deposits for sales are paid, one account a currency. */ depositAccounts: DepositAccounts.default([]),
  /** Origins that may be shown in a frame. */ frames: z.array(z.url({ protocol: /^https?$/ }).max(200)).max(20),
})
export const settings = call({
  ...wire.settings,
  about: 'What the operator has set: footer, contact, external links.',
  data: Settings.extend({ /** Of the newest change; 0: never changed. */ version: z.int() }),
})
export const settingsChange = call({
  ...wire.settingsChange,
  about:
    'Sets them. Permission `system:settings:edit`. With the `version` from which the change began: 409 if they were changed since. Without `workingDays` or `depositAccounts` those stay; a day that has begun is not turned.',
  body: Settings.extend({
    version: z.int().optional(),
    workingDays: WorkingDays.optional(),
    depositAccounts: DepositAccounts.optional(),
  }).strict(),
})

export const externalKey = call({
  ...wire.externalKey,
  about:
    'The `key` of an external link: base64url of `platform=1007&token=…`, the token made for this link alone: one use, 60 s.',
  data: z.object({ key: z.string(), expires_in: z.number().int() }),
})
export const autoLoginDefault = call({
  ...wire.autoLoginDefault,
  about: 'Redeems the `key` of an external link for a session of its own.',
  query: z.strictObject({ key: Text.min(1).max(500) }),
  data: Token,
})

const Door = z.object({ scheduleTimelineId: Id, scheduleName: z.string(), startTime: Time, state: Phase })
export const venueLogin = call({
  ...wire.venueLogin,
  about:
    'Enters the one session that this account may enter now, or answers with the choice (`choice`, nothing entered). The phone is that of the account.',
  body: z.strictObject({ account: Account, password: Password, phone: Text.max(200) }),
  data: z.object({
    entered: Token.extend({
      scheduleTimelineId: Id,
      identityType: IdentityType,
      biddingNumber: z.number().int().nullable(),
      sellerCode: z.string().nullable(),
      operates: z.boolean(),
    }).nullable(),
    choice: z.array(Door),
  }),
})
