/** The document that every company signs once it is certified. */
export const COMPANY_AGREEMENT = 'company-agreement'
/** Gaps of its text, `{{name}}`, which the company's certified data fill. */
export const AGREEMENT_GAPS = ['name', 'creditCode', 'address', 'legalPerson'] as const

/** Does the text name the company by each of these, and leave no other gap open? */
export function fitsCompany(text: string): boolean {
  const gaps = new Set([...text.matchAll(/\{\{(.*?)\}\}/gs)].map(([, gap]) => gap))
  return gaps.size === AGREEMENT_GAPS.length && AGREEMENT_GAPS.every((gap) => gaps.has(gap))
}
