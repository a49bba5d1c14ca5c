import { codeRoutes } from './codes.ts'
import type { AccountNeeds } from './needs.ts'
import { passwordRoutes } from './passwords.ts'
import { profileRoutes } from './profile.ts'
import { registerRoutes } from './register.ts'

/** One's own account: how it comes to be, what it says of its owner, and its password. */
export const accountRoutes = (needs: AccountNeeds) => ({
  ...codeRoutes(needs),
  ...registerRoutes(needs),
  ...profileRoutes(needs),
  ...passwordRoutes(needs),
})
