import { codeRoutes } from './codes.ts'
import type { AccountNeeds } from './needs.ts'
import { passwordRoutes } from './passwords.ts'
import { profileRoutes } from './profile.ts'
import { registerRoutes } from './register.ts'

/** Calls about the caller's own account: registration, profile, password. */
export const accountRoutes = (needs: AccountNeeds) => ({
  ...codeRoutes(needs),
  ...registerRoutes(needs),
  ...profileRoutes(needs),
  ...passwordRoutes(needs),
})
