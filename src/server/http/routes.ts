import type { Call } from '../../contract/call.ts'
import type * as calls from '../../contract/calls/index.ts'
import { openCaptchas } from '../auth/captcha.ts'
import { openCodes } from '../auth/codes.ts'
import type { Caller } from '../auth/caller.ts'
import { openFactors } from '../factors/factors.ts'
import { openPasskeys } from '../factors/passkeys.ts'
import { openEnvelopes } from '../secrets/envelopes.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { factorRoutes } from './factors/routes.ts'
import { createPasswords } from '../auth/password.ts'
import type { MessageBudget } from '../auth/message-budget.ts'
import type { Throttle } from '../auth/throttle.ts'
import { openPins } from '../auth/pins.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Clock, Rooms } from '../ports.ts'
import type { Files } from '../files/files.ts'
import type { Uploads } from '../files/uploads.ts'
import { openAuditList } from '../store/audit.ts'
import type { Log } from '../store/log.ts'
import type { Db } from '../store/open.ts'
import { accountRoutes } from './account/routes.ts'
import { biddingCommands } from './bidding/commands.ts'
import { biddingQueries } from './bidding/queries.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import { contentRoutes } from './content/routes.ts'
import { editingRoutes } from './content/editing.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { chromeRoutes } from './site/routes.ts'
import type { Site } from './site/site.ts'
import { companyRoutes } from './company/routes.ts'
import { lotDraftRoutes } from './lots/drafts.ts'
import { lotImportRoutes } from './lots/imports.ts'
import { termRoutes } from './lots/terms.ts'
import type { Imports } from '../lots/imports.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { auditRoutes } from './operator/audit.ts'
import { openReport } from './reports.ts'
import { certificationRoutes } from './operator/certifications.ts'
import { outboxRoutes } from './operator/outbox.ts'
import type { Carriers } from './operator/outbox.ts'
import { firstStepRoutes } from './operator/first-steps.ts'
import { roleRoutes } from './operator/roles.ts'
import { userRoutes } from './operator/users.ts'
import { uploadRoutes } from './files/resumable.ts'
import type { Trail } from '../audit/trail.ts'
import type { Work } from '../work/work.ts'
import type { Allow } from './limits.ts'
import { createPace } from './pace.ts'
import { bankRoutes } from './bank/routes.ts'
import { depositRoutes } from './preparation/deposits.ts'
import { sessionLotRoutes } from './preparation/lots.ts'
import { roomRoutes } from './preparation/rooms.ts'
import { scheduleRoutesOfOperator } from './preparation/schedules.ts'
import { saleCommands } from './sales/commands.ts'
import { saleQueries } from './sales/queries.ts'
import { registrationRoutes } from './sale-sign-up/routes.ts'
import type { Route } from './route.ts'
import { scheduleRoutes } from './schedule/routes.ts'
import { signingRoutes } from './sign-in/routes.ts'
import { askedRoutes } from './trade/asked.ts'
import { invoiceRoutes } from './trade/invoices.ts'
import { tradeRoutes } from './trade/routes.ts'
import { statementRoutes } from './trade/statements.ts'
import { clerkCommands } from './venue/clerk.ts'
import { colleagueRoutes } from './venue/colleagues.ts'
import { addedLotRoutes } from './venue/added-lots.ts'
import { venueCommands } from './venue/commands.ts'
import { receiptRoutes } from './venue/receipts.ts'
import { venueQueries } from './venue/queries.ts'

interface RoutesNeeds {
  readonly db: Db
  readonly log: Pick<Log, 'readTail' | 'head' | 'verdictsOf'>
  readonly rooms: Rooms
  readonly reports: Db
  readonly clock: Clock
  readonly tokens: Tokens
  readonly site: Site
  readonly catalogue: Catalogue
  readonly newId: () => string
  readonly carriers: Carriers
  readonly showsCodes: boolean
  readonly outboxFilled: () => void
  readonly uploads: Uploads
  readonly files: Pick<Files, 'bytes'>
  readonly imports: Pick<Imports, 'wake' | 'short'>
  readonly throttle: Throttle
  readonly allow: Allow
  readonly budget: MessageBudget
  readonly keyring: Keyring
  readonly pushKey: string | null
  readonly pushHosts: readonly string[]
  readonly secondFactorRequired: (caller: Caller) => boolean
  readonly trail: Trail
  readonly work: Pick<Work, 'do'>
}

type Table = typeof calls
export type CallName = { [K in keyof Table]: Table[K] extends Call ? K : never }[keyof Table]

/** The handlers of all calls. A call without a handler does not compile. */
export function routesOf({
  db,
  reports,
  log,
  rooms,
  clock,
  tokens,
  site,
  catalogue,
  newId,
  carriers,
  showsCodes,
  outboxFilled,
  uploads,
  files,
  imports,
  throttle,
  allow,
  budget,
  keyring,
  pushKey,
  pushHosts,
  secondFactorRequired,
  trail,
  work,
}: RoutesNeeds): Readonly<Record<CallName, Route>> {
  const pace = createPace(allow, rooms)
  const passwords = createPasswords()
  const passkeys = openPasskeys(db)
  const factors = openFactors({ db, keyring, passwords, throttle, passkeys })
  const signIn = { db, passwords, throttle, factors }
  const envelopes = openEnvelopes(keyring)
  const pins = openPins(db, passwords)
  const report = openReport(reports, work)
  const codes = openCodes({ db, newId, shown: showsCodes, put: outboxFilled, budget })
  return {
    ...signingRoutes({ ...signIn, tokens, rooms, outboxFilled }),
    ...deviceRoutes({ ...signIn, tokens, rooms }),
    ...accountRoutes({ ...signIn, tokens, rooms, codes, captchas: openCaptchas(db, newId), newId }),
    ...companyRoutes({ ...signIn, envelopes, newId }),
    ...factorRoutes({ ...signIn, keyring, passkeys, factors, required: secondFactorRequired }),
    ...certificationRoutes({ db, rooms, newId }),
    ...userRoutes({ db, rooms }),
    ...roleRoutes({ db, rooms }),
    ...firstStepRoutes({ db, site }),
    ...saleQueries({ db, rooms }),
    ...scheduleRoutesOfOperator({ db, newId }),
    ...sessionLotRoutes({ db, files, terms: () => catalogue.terms() }),
    ...depositRoutes({ db, rooms, pins, outboxFilled }),
    ...bankRoutes({ db, rooms, pins, outboxFilled, trail, work, newId }),
    ...roomRoutes({ db, rooms, clock }),
    ...saleCommands({ db, rooms, pins, outboxFilled }),
    ...tradeRoutes({
      ...signIn,
      envelopes,
      report,
      rooms,
      clock,
      newId,
      terms: () => catalogue.terms(),
      paymentTerms: async () => (await site.read()).paymentTerms,
    }),
    ...askedRoutes({ db, rooms }),
    ...invoiceRoutes({ db, newId }),
    ...statementRoutes({ db, report }),
    ...lotDraftRoutes({ db, rooms, files, terms: () => catalogue.terms() }),
    ...lotImportRoutes({ db, imports, newId, terms: () => catalogue.terms() }),
    ...termRoutes({ db, forgetTerms: () => catalogue.forgetTerms() }),
    ...notificationRoutes({ db, pushKey, pushHosts }),
    ...outboxRoutes(db, carriers, outboxFilled),
    ...auditRoutes(
      report,
      openAuditList(reports, () => clock.now()),
    ),
    ...uploadRoutes(uploads),
    ...chromeRoutes({ tokens, site, db }),
    ...scheduleRoutes(db, rooms),
    ...registrationRoutes({ db, rooms, clock, pins }),
    ...contentRoutes(db),
    ...editingRoutes({ db, newId }),
    ...catalogueRoutes(db, catalogue, report),
    ...biddingCommands({ rooms, newId, pace }),
    ...biddingQueries({ db, rooms, clock }),
    ...venueCommands({ db, rooms }, pace),
    ...addedLotRoutes({ db, rooms, terms: () => catalogue.terms() }),
    ...clerkCommands({ db, rooms, pins, outboxFilled }),
    ...colleagueRoutes({ db, rooms }),
    ...venueQueries({ db, rooms, log }),
    ...receiptRoutes({ db, rooms, log }),
  }
}
