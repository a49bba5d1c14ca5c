// The demo world's ids are readable here; all other code treats them as opaque.
export const accountId = (login: string): string => `account-${login}`
export const companyId = (code: string): string => `company-${code}`
export const scheduleId = (code: string): string => `schedule-${code}`
export const timelineId = (code: string): string => `session-${code}`
export const lotId = (timeline: string, position: number): string =>
  `${timeline}-lot-${String(position).padStart(2, '0')}`

export const PRACTICE_SCHEDULE = scheduleId('practice')
