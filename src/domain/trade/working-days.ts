/** Rules: `TRADE.md`, Mo12 and Mo13. */

/** `YYYY-MM-DD`, in Beijing. */
export type Day = string

/** Days off from the first to the last, both included. */
export interface DaysOff {
  readonly from: Day
  readonly to: Day
  /** One of `HOLIDAYS`, or the operator's own words. */
  readonly name: string
}

/** Days that differ from the week: Saturday and Sunday are off, the others are not. */
export interface WorkingDays {
  readonly off: readonly DaysOff[]
  /** Days at the weekend on which work is made up. */
  readonly working: readonly Day[]
}

export const HOLIDAYS = [
  'newYear',
  'springFestival',
  'qingming',
  'labour',
  'dragonBoat',
  'midAutumn',
  'national',
] as const
export type Holiday = (typeof HOLIDAYS)[number]
/** The reason of a day off without a name. */
export const WEEKEND = 'weekend'

const off = (from: Day, to: Day, name: Holiday): DaysOff => ({ from, to, name })

/**
 * Holidays and make-up days as the General Office of the State Council published them, by year. A year that is missing
 * was not published when this was released; the operator adds its days.
 */
export const PUBLISHED: Readonly<Record<string, WorkingDays>> = {
  // Notice of 4 November 2025.
  '2026': {
    off: [
      off('2026-01-01', '2026-01-03', 'newYear'),
      off('2026-02-15', '2026-02-23', 'springFestival'),
      off('2026-04-04', '2026-04-06', 'qingming'),
      off('2026-05-01', '2026-05-05', 'labour'),
      off('2026-06-19', '2026-06-21', 'dragonBoat'),
      off('2026-09-25', '2026-09-27', 'midAutumn'),
      off('2026-10-01', '2026-10-07', 'national'),
    ],
    working: ['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10'],
  },
}

/** The operator adds nothing. */
export const NO_CHANGES: WorkingDays = { off: [], working: [] }
/** Longest row of days off, so that a due day is always found. */
export const MOST_DAYS_OFF = 60

const DAY_MS = 86_400_000
const at = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
export const addDays = (day: Day, days: number): Day => new Date(at(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The reason why no work is done that day: a holiday, the operator's words, or `WEEKEND`; `null`: a working day. */
export function dayOff(day: Day, added: WorkingDays = NO_CHANGES): string | null {
  for (const table of [added, PUBLISHED[day.slice(0, 4)] ?? NO_CHANGES]) {
    if (table.working.includes(day)) return null
    const found = table.off.find(({ from, to }) => from <= day && day <= to)
    if (found) return found.name
  }
  return [0, 6].includes(new Date(at(day)).getUTCDay()) ? WEEKEND : null
}

export interface DueDay {
  /** The first working day from the day agreed on. */
  readonly due: Day
  readonly agreed: Day
  /** Why the two differ, a holiday before a weekend; `null`: they do not. */
  readonly moved: string | null
}

/** Mo12: the working day on which a claim is due that was agreed on for a day. */
export function dueOn(agreed: Day, added: WorkingDays = NO_CHANGES): DueDay {
  let due = agreed
  let moved: string | null = null
  for (;;) {
    const reason = dayOff(due, added)
    if (reason === null) return { due, agreed, moved }
    if (moved === null || moved === WEEKEND) moved = reason
    due = addDays(due, 1)
  }
}

const daysNamed = ({ off: offs, working }: WorkingDays): readonly Day[] => [
  ...working,
  ...offs.flatMap(({ from, to }) =>
    Array.from({ length: Math.max(0, (at(to) - at(from)) / DAY_MS) + 1 }, (_, days) => addDays(from, days)),
  ),
]

/** Mo13: the first day up to today that a change of the table would turn; `null`: the change is allowed. */
export function turnsPast(before: WorkingDays, after: WorkingDays, today: Day): Day | null {
  const turned = [...daysNamed(before), ...daysNamed(after)].filter(
    (day) => day <= today && (dayOff(day, before) === null) !== (dayOff(day, after) === null),
  )
  return turned.toSorted()[0] ?? null
}

/**
 * The years whose table is missing on a day: this year, and from November, when it is published, the next. A year has a
 * table once it is published here or the operator has added a day of it.
 */
export function yearsMissing(added: WorkingDays, today: Day): readonly string[] {
  const year = Number(today.slice(0, 4))
  const needed = today.slice(5, 7) >= '11' ? [year, year + 1] : [year]
  const has = (one: string): boolean => one in PUBLISHED || daysNamed(added).some((day) => day.startsWith(one))
  return needed.map(String).filter((one) => !has(one))
}
