import type { Locale } from '../contract/constants.ts';

/**
 * How the numbers of a verdict are written into its text: prices with two decimals and thousands separators, times as Beijing time,
 * counts as they are. Names end the guessing: `…At` is a time, those listed here are counts, all others are prices in minor units.
 */
const COUNTS: ReadonlySet<string> = new Set(['seconds', 'minutes', 'percent', 'revision', 'count', 'characters']);
const QUANTITIES: ReadonlySet<string> = new Set(['quantity', 'left']);
/** Gaps that a text may do without. */
const OPTIONAL = { startsAt: 'none', reopensAt: 'none', opensAt: 'none', closedAt: 'none', untilAt: 'none' } as const;

export function fillGaps(numbers: Readonly<Record<string, number>>, locale: Locale): Record<string, string | number> {
  const filled: Record<string, string | number> = { ...OPTIONAL };
  for (const [name, value] of Object.entries(numbers)) filled[name] = gap(name, value, locale);
  return filled;
}

function gap(name: string, value: number, locale: Locale): string | number {
  if (name.endsWith('At')) return times[locale].format(value);
  if (COUNTS.has(name)) return value;
  return QUANTITIES.has(name) ? formatQuantity(value) : formatPrice(value);
}

/** Minor units → `2,180.00`. */
export const formatPrice = (minor: number): string => decimals(2).format(minor / 100);
/** Thousandths → `32.450`. */
export const formatQuantity = (milli: number): string => decimals(3).format(milli / 1000);

const decimals = (digits: number) => new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const clock = (tag: string) => new Intl.DateTimeFormat(tag, {
  timeZone: 'Asia/Shanghai', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23',
});
const times: Readonly<Record<Locale, Intl.DateTimeFormat>> = { zh: clock('zh-CN'), en: clock('en-GB') };
