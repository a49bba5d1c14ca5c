import type { Captchas } from '../../auth/captcha.ts'
import type { Codes } from '../../auth/codes.ts'
import type { Passwords } from '../../auth/password.ts'
import type { Throttle } from '../../auth/throttle.ts'
import type { Tokens } from '../../auth/tokens.ts'
import type { Factors } from '../../factors/factors.ts'
import type { Rooms } from '../../ports.ts'
import type { Db } from '../../store/open.ts'

/** Dependencies of the account calls. */
export interface AccountNeeds {
  readonly db: Db
  readonly tokens: Tokens
  readonly rooms: Pick<Rooms, 'expel'>
  readonly throttle: Throttle
  readonly passwords: Passwords
  readonly factors: Pick<Factors, 'confirm'>
  readonly codes: Codes
  readonly captchas: Captchas
  readonly newId: () => string
}
