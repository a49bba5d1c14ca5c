import { createHash } from 'node:crypto'
import type { Locale } from '../../contract/constants.ts'
import { canonical } from '../../domain/canonical.ts'
import { DEFAULT_RULE, LAW } from '../../domain/rule.ts'
import type { Rule } from '../../domain/rule.ts'
import { formatMinor } from '../../domain/units.ts'
import type { Currency, Minor } from '../../domain/units.ts'
import { grouped } from '../documents/document.ts'
import { readIn } from './written.ts'
import type { Written } from './written.ts'

/** What a session's rules depend on. Fixed at publication. */
export interface RulesOf {
  readonly rule: Rule
  readonly reservePolicy: 'allowed' | 'required' | 'none'
  /** Required of each bidder, in any one of these; empty: no deposit. */
  readonly deposits: readonly { readonly currency: Currency; readonly amount: Minor }[]
  readonly depositFactor: number
  /** The deposit is due so many hours before the start. */
  readonly depositHours: number
}

export interface SaleRules {
  readonly text: Readonly<Record<Locale, Written>>
  /** SHA-256 (hex) of the canonical JSON of both texts: what a bidder accepts by signing up. */
  readonly hash: string
}

type Template = Readonly<Record<Locale, Written>>
const templateOf = (name: string): Template => ({ zh: readIn(name, 'zh'), en: readIn(name, 'en') })

/** Newest first. A text is not changed once a sale was published with it: it becomes an older edition. */
const EDITIONS = ['sale-rules', 'sale-rules-3', 'sale-rules-2', 'sale-rules-1'].map(templateOf)

/** The rules of one session, with its numbers, in both languages: in each edition of the text, newest first. */
export const editionsOf = (session: RulesOf): readonly SaleRules[] =>
  EDITIONS.map((template) => editionOf(template, session))

/**
 * The rules that count. `published`: their hash in the log's first entry (R7), which finds the edition that they had
 * then, after a newer release too.
 */
export function saleRulesOf(session: RulesOf, published: string | null = null): SaleRules {
  const editions = editionsOf(session)
  const [newest] = editions
  if (newest === undefined) throw new Error('no edition of the rules')
  return editions.find(({ hash }) => hash === published) ?? newest
}

/** Whether the rules that count have the section by which a deposit may be kept; editions of before have none. */
export const hasKeepRules = (session: RulesOf, published: string | null): boolean =>
  /^# 9\./m.test(saleRulesOf(session, published).text.en.body)

function editionOf(template: Template, asked: RulesOf): SaleRules {
  // Rules stored before a number was added get its default.
  const session = { ...asked, rule: { ...DEFAULT_RULE, ...asked.rule } }
  const written = (locale: Locale): Written => ({
    ...template[locale],
    body: filled(template[locale].body, casesOf(session), gapsOf(session, locale)),
  })
  const text = { zh: written('zh'), en: written('en') }
  return {
    text,
    hash: createHash('sha256')
      .update(canonical({ ...text }))
      .digest('hex'),
  }
}

/** `{{?case}}` begins a line, or a part up to `{{?}}`, for sessions of that case, `{{!case}}` for the others. */
type Case =
  | 'automatic'
  | 'together'
  | 'deposit'
  | 'hardEnd'
  | 'confirm'
  | 'autoHold'
  | 'noReserve'
  | 'mayReserve'
  | 'mustReserve'

const casesOf = ({ rule, deposits, reservePolicy }: RulesOf): Readonly<Record<Case, boolean>> => ({
  automatic: rule.admission === 'automatic',
  together: rule.staggerSeconds === 0,
  deposit: deposits.length > 0,
  hardEnd: rule.hardEndSeconds !== null,
  confirm: rule.confirmMinutes !== null,
  autoHold: rule.autoHold,
  noReserve: reservePolicy === 'none',
  mayReserve: reservePolicy === 'allowed',
  mustReserve: reservePolicy === 'required',
})

function gapsOf(
  { rule, deposits, depositFactor, depositHours }: RulesOf,
  locale: Locale,
): Readonly<Record<string, string>> {
  const time = (ms: number) => duration(ms, locale)
  return {
    messageMax: String(LAW.messageMax),
    deposit: deposits
      .map(({ currency, amount }) => `${currency} ${grouped(formatMinor(amount))}`)
      .join(locale === 'zh' ? ' 或 ' : ' or '),
    due: dueIn(depositHours, locale),
    factor: String(depositFactor),
    bidding: time(rule.biddingSeconds * 1_000),
    roundMin: time(LAW.roundSecondsMin * 1_000),
    roundMax: time(LAW.roundSecondsMax * 1_000),
    adjustMin: String(LAW.adjustMinutesMin),
    adjustMax: String(LAW.adjustMinutesMax),
    stagger: time(rule.staggerSeconds * 1_000),
    extension: time(rule.extensionSeconds * 1_000),
    hardEnd: time((rule.hardEndSeconds ?? 0) * 1_000),
    closeGrace: time(LAW.closeGraceMs),
    notAfter: time(LAW.notAfterMaxMs),
    linkLost: time(LAW.linkLostMs),
    linkSilent: time(LAW.linkSilentAtCloseMs),
    confirm: time((rule.confirmMinutes ?? 0) * 60_000),
    adjust: String(rule.adjustPercent),
    negotiation: time(rule.negotiationMinutes * 60_000),
    offersMost: String(LAW.offersMost),
    vanish: time(LAW.vanishTogetherMs),
    hold: time(LAW.holdMs),
    reopen: time(LAW.reopenNoticeMs),
    outageGap: time(LAW.outageGapMs),
    outageFloor: time(LAW.outageFloorMs),
    autoFinish: time(rule.autoFinishMinutes * 60_000),
    unstarted: time(LAW.unstartedMs),
    dealsOpen: time(LAW.dealsOpenMs),
    timesMost: new Intl.NumberFormat(locale).format(LAW.priceTimesMost),
  }
}

function dueIn(hours: number, locale: Locale): string {
  const before = hours === 0 ? '' : duration(hours * 3_600_000, locale)
  if (locale === 'zh') return `不迟于开始前${before}`
  return before === '' ? 'by the start' : `${before} before the start`
}

/** A template without the lines and parts of other cases, its gaps filled. */
function filled(template: string, cases: Readonly<Record<string, boolean>>, gaps: Readonly<Record<string, string>>) {
  const known = <T>(of: Readonly<Record<string, T>>, name: string): T => {
    const value = of[name]
    if (value === undefined) throw new RangeError(`the rules name an unknown gap: ${name}`)
    return value
  }
  return template
    .replaceAll(/\{\{([?!])(\w+)\}\}((?:(?!\{\{[?!]).)*)\{\{\1\}\}/g, (_, sign: string, name: string, part: string) =>
      known(cases, name) === (sign === '?') ? part : '',
    )
    .split('\n')
    .flatMap((line) => {
      const [all = '', sign, name = ''] = /\{\{([?!])(\w+)\}\}/.exec(line) ?? []
      return all === '' ? [line] : known(cases, name) === (sign === '?') ? [line.replace(all, '')] : []
    })
    .join('\n')
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => known(gaps, name))
}

const UNITS = [
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
  [1, 'millisecond'],
] as const

/** A duration in words, e.g. `3 minutes 30 seconds`: whole units, the largest first. */
function duration(ms: number, locale: Locale): string {
  const parts: string[] = []
  let rest = ms
  for (const [length, unit] of UNITS) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0 || (length === 1_000 && ms === 0))
      parts.push(
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: locale === 'zh' ? 'short' : 'long' }).format(
          count,
        ),
      )
  }
  return parts.join(locale === 'zh' ? '' : ' ')
}
