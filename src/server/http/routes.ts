import type { Call } from '../../contract/call.ts'
import type * as calls from '../../contract/calls/index.ts'
import { openCaptchas } from '../auth/captcha.ts'
import { openCodes } from '../auth/codes.ts'
import { createPasswords } from '../auth/password.ts'
import { createThrottle } from '../auth/throttle.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Clock, Rooms } from '../ports.ts'
import type { Uploads } from '../files/uploads.ts'
import type { Log } from '../store/log.ts'
import type { Db } from '../store/open.ts'
import { accountRoutes } from './account/routes.ts'
import { biddingCommands } from './bidding/commands.ts'
import { biddingQueries } from './bidding/queries.ts'
import { openCatalogue } from './catalogue/catalogue.ts'
import { contentRoutes } from './content/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { chromeRoutes } from './site/routes.ts'
import type { Site } from './site/site.ts'
import { companyRoutes } from './company/routes.ts'
import { certificationRoutes } from './operator/certifications.ts'
import { outboxRoutes } from './operator/outbox.ts'
import type { Carriers } from './operator/outbox.ts'
import { userRoutes } from './operator/users.ts'
import { uploadRoutes } from './files/resumable.ts'
import { registrationRoutes } from './sale-sign-up/routes.ts'
import type { Route } from './route.ts'
import { scheduleRoutes } from './schedule/routes.ts'
import { signingRoutes } from './sign-in/routes.ts'
import { venueCommands } from './venue/commands.ts'
import { venueQueries } from './venue/queries.ts'

interface RoutesNeeds {
  readonly db: Db
  readonly log: Pick<Log, 'readTail'>
  readonly rooms: Rooms
  readonly clock: Clock
  readonly tokens: Tokens
  readonly site: Site
  readonly newId: () => string
  readonly carriers: Carriers
  readonly showsCodes: boolean
  readonly outboxFilled: () => void
  readonly uploads: Uploads
}

type Table = typeof calls
export type CallName = { [K in keyof Table]: Table[K] extends Call ? K : never }[keyof Table]

/** What serves every call of the contract. One that nobody serves does not compile. */
export function routesOf({
  db,
  log,
  rooms,
  clock,
  tokens,
  site,
  newId,
  carriers,
  showsCodes,
  outboxFilled,
  uploads,
}: RoutesNeeds): Readonly<Record<CallName, Route>> {
  const throttle = createThrottle(() => clock.now())
  const passwords = createPasswords()
  const codes = openCodes({ db, newId, shown: showsCodes, put: outboxFilled })
  return {
    ...signingRoutes({ db, tokens, rooms, throttle, passwords }),
    ...accountRoutes({ db, tokens, rooms, throttle, passwords, codes, captchas: openCaptchas(db, newId), newId }),
    ...companyRoutes({ db, throttle, passwords, newId }),
    ...certificationRoutes({ db, rooms, newId }),
    ...userRoutes({ db, rooms }),
    ...outboxRoutes(db, carriers),
    ...uploadRoutes(uploads),
    ...chromeRoutes({ tokens, site }),
    ...scheduleRoutes(db, rooms),
    ...registrationRoutes({ db, rooms, clock }),
    ...contentRoutes(db),
    ...catalogueRoutes(db, openCatalogue(db, rooms, clock)),
    ...biddingCommands({ rooms, newId }),
    ...biddingQueries({ db, rooms, clock }),
    ...venueCommands(rooms),
    ...venueQueries({ db, rooms, log }),
  }
}
