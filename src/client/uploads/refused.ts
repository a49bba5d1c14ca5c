import type { Complaint } from './rules.ts'

/** The picked files break a rule: said in the spec's words, and nothing is kept of them. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly complaint: Complaint
  constructor(complaint: Complaint) {
    super(complaint.message ?? 'refused')
    this.complaint = complaint
  }
}
