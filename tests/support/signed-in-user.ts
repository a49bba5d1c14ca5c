import type { User } from '../../src/app/lib/user.ts'

/** What the server says of a signed-in person. */
export const SIGNED_IN_USER: User = {
  userId: 'u1',
  account: 'x',
  name: 'X',
  appellationName: null,
  company: null,
  status: 2,
  agreementStatus: 0,
  roles: [],
  permissions: [],
}
