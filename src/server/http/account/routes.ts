import type { Captchas } from '../../auth/captcha.ts'
import type { Codes } from '../../auth/codes.ts'
import type { Passwords } from '../../auth/password.ts'
import type { Throttle } from '../../auth/throttle.ts'
import type { Tokens } from '../../auth/tokens.ts'
import type { Rooms } from '../../ports.ts'
import type { Db } from '../../store/open.ts'
import { codeRoutes } from './codes.ts'
import { passwordRoutes } from './passwords.ts'
import { profileRoutes } from './profile.ts'
import { registerRoutes } from './register.ts'

export interface AccountNeeds {
  readonly db: Db
  readonly tokens: Tokens
  readonly rooms: Pick<Rooms, 'expel'>
  readonly throttle: Throttle
  readonly passwords: Passwords
  readonly codes: Codes
  readonly captchas: Captchas
  readonly newId: () => string
}

/** One's own account: how it comes to be, what it says of its owner, and its password. */
export const accountRoutes = (needs: AccountNeeds) => ({
  ...codeRoutes(needs),
  ...registerRoutes(needs),
  ...profileRoutes(needs),
  ...passwordRoutes(needs),
})
