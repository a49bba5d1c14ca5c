import type { Complaint } from './rules.ts'

/** Thrown when picked files break a rule, with the spec's message; none of the files is stored. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly complaint: Complaint
  constructor(complaint: Complaint) {
    super(complaint.message ?? 'refused')
    this.complaint = complaint
  }
}
