/** A form under proof: its address, and the fields to type into. */
export interface DraftedForm {
  readonly name: 'company' | 'profile' | 'register'
  readonly path: string
  readonly fields: readonly string[]
  /** A visitor's form has no session that could end. */
  readonly session: boolean
}

const company: DraftedForm = {
  name: 'company',
  path: '/user/company',
  fields: ['name', 'address', 'detailedAddress', 'legalPerson', 'bank'],
  session: true,
}
const profile: DraftedForm = {
  name: 'profile',
  path: '/user/account',
  fields: ['name', 'companyName', 'position'],
  session: true,
}
const register: DraftedForm = {
  name: 'register',
  path: '/register?step=2',
  fields: ['name', 'companyName', 'email', 'account'],
  session: false,
}

/** Repeated by the frequency with which they are drawn. */
export const FORMS: readonly DraftedForm[] = [company, company, company, profile, profile, register]
