import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { BANK_FILE_BODY, BANK_FILE_BYTES, BANK_FILE_LISTED } from '../../../contract/bank-file.ts'
import * as calls from '../../../contract/calls/index.ts'
import { CURRENCIES } from '../../../domain/units.ts'
import type { Currency } from '../../../domain/units.ts'
import { referencesIn } from '../../../domain/trade/own-reference.ts'
import { identitiesOf, leftOut } from '../../../domain/trade/statement.ts'
import { readStatements, StatementRefused } from '../../statements/camt.ts'
import {
  addBankFile,
  entriesOfFile,
  entryInFile,
  listBankEntries,
  settleBankEntry,
  waitingAmong,
} from '../../store/bank-entries.ts'
import type { BankEntryRow, BankFileRow } from '../../store/bank-entries.ts'
import { slice } from '../../store/page.ts'
import type { Work } from '../../work/work.ts'
import { data, missing, refuse, rows } from '../answer.ts'
import { signedIn } from '../route.ts'
import { workLineOf } from '../work.ts'
import { debtsOf } from './debts.ts'
import { hashOf, openBankRecording } from './recording.ts'
import type { BankNeeds, Fallen } from './recording.ts'
import { bankEntryRows, fallenRows } from './rows.ts'

interface Needs extends BankNeeds {
  readonly work: Pick<Work, 'do'>
  readonly newId: () => string
}

const unzip = promisify(gunzip)

/** The bytes of the file; `null`: more than a file may have, or not compressed as said. */
async function bytesOf({ gzip, bytes }: { readonly gzip: boolean; readonly bytes: string }): Promise<Buffer | null> {
  const given = Buffer.from(bytes, 'base64')
  const whole = gzip ? await unzip(given, { maxOutputLength: BANK_FILE_BYTES + 1 }).catch(() => null) : given
  return whole === null || whole.length > BANK_FILE_BYTES ? null : whole
}

const tradedOf = (currency: string): Currency | undefined => CURRENCIES.find((one) => one === currency)

/** Files of the bank, and the queue of their entries. */
export function bankRoutes(needs: Needs) {
  const { db, work, newId } = needs
  const recording = openBankRecording(needs)

  async function named(id: string, locale: Parameters<typeof bankEntryRows>[2]) {
    const found = await entryInFile(db, id)
    const [row] = found ? await bankEntryRows(db, [found], locale) : []
    return row
  }

  return {
    bankFileRead: signedIn(
      calls.bankFileRead,
      async ({ body, ...about }, caller) => {
        const { at, locale } = about
        const bytes = await bytesOf(body)
        if (bytes === null) return refuse('bank.too_large')
        const read = await work
          .do('upload', { line: workLineOf(caller, about) }, ({ ended }) => readStatements(bytes, ended))
          .catch((error: unknown) => {
            if (error instanceof StatementRefused) return error
            throw error
          })
        if (read instanceof StatementRefused) return refuse(read.reason)

        const file: BankFileRow = {
          id: newId(),
          name: body.name,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          readBy: caller.person.id,
          at,
        }
        const left = { pending: 0, out: 0, currency: 0, unreadable: read.unreadable }
        const identities = identitiesOf(read.entries)
        const candidates = read.entries.flatMap((entry, place): BankEntryRow[] => {
          const why = leftOut(entry, CURRENCIES)
          const currency = tradedOf(entry.currency)
          if (why !== null || currency === undefined) {
            left[why ?? 'currency'] += 1
            return []
          }
          const { amount, day } = entry
          return [
            {
              id: newId(),
              fileId: file.id,
              place,
              identity: hashOf(identities[place] ?? ''),
              entry,
              currency,
              amount,
              day,
              state: 'waiting',
              reason: entry.reversal ? 'reversal' : 'noReference',
              refusal: null,
              guess: null,
              short: null,
              timelineId: null,
              companyId: null,
              contractId: null,
              seq: null,
              byHand: false,
              reverses: null,
              decidedBy: caller.person.id,
              decidedAt: at,
              why: '',
            },
          ]
        })
        const added = await addBankFile(db, file, candidates)
        const fallen: Fallen[] = []
        const counts = { recorded: 0, waiting: 0, reversed: 0 }
        let known = candidates.length - added.length
        const isNew = new Set(added.map(({ identity }) => identity))
        const before = candidates.flatMap(({ identity }) => (isNew.has(identity) ? [] : [identity]))
        // One after the other, in the order of the bank: a reversal takes back what came before it. What waits from an
        // earlier file is tried again: its reading may have ended early, or what it pays has come to be since.
        for (const row of [...(await waitingAmong(db, before)), ...added]) {
          const settled = await recording.settle(row, { caller, about, fell: (one) => void fallen.push(one) })
          if (settled.state === 'waiting' && !isNew.has(row.identity)) continue
          if (!isNew.has(row.identity)) known -= 1
          if (settled.reverses !== null || settled.state === 'reversed') counts.reversed += 1
          else counts[settled.state === 'recorded' ? 'recorded' : 'waiting'] += 1
        }
        const below = await fallenRows(db, fallen, locale)
        const listed = await entriesOfFile(db, file.id, BANK_FILE_LISTED)
        return data({
          ...counts,
          known,
          leftOut: left,
          entries: await bankEntryRows(db, listed, locale),
          below,
        })
      },
      { bodyLimit: BANK_FILE_BODY + 64 * 1024 },
    ),

    bankEntryList: signedIn(calls.bankEntryList, async ({ query, locale }) => {
      const found = await listBankEntries(db, { ...slice(query), state: query.state })
      return rows(await bankEntryRows(db, found.rows, locale), found.total)
    }),

    bankEntryRecord: signedIn(calls.bankEntryRecord, async ({ body, ...about }, caller) => {
      const { id, reference, claim, ...said } = body
      const found = await entryInFile(db, id)
      if (!found) return missing()
      const { row } = found
      if (row.state !== 'waiting') return refuse('bank.decided')
      if (row.entry.reversal) return refuse('bank.reversal')
      const [debt, ...others] = await debtsOf(needs, referencesIn([reference]), row.entry, about.at, claim)
      if (debt === undefined || others.length > 0) return refuse('bank.reference_unknown')
      const open = debt.open.find(({ currency }) => currency === row.currency)
      if (debt.of.kind === 'deposit' && open && row.amount > open.amount && !said.over) return refuse('bank.over')
      const recorded = await recording.record(row, debt, said, { caller, about })
      if ('kind' in recorded) return recorded
      const shown = await named(id, about.locale)
      return shown ? data(shown) : missing()
    }),

    bankEntryTakeBack: signedIn(calls.bankEntryTakeBack, async ({ body: { id, of }, ...about }, caller) => {
      const found = await entryInFile(db, id)
      if (!found) return missing()
      const { row } = found
      if (row.state !== 'waiting') return refuse('bank.decided')
      if (!row.entry.reversal) return refuse('bank.not_reversible')
      const fallen: Fallen[] = []
      const taken = await recording.takeBack(row, of, { caller, about, fell: (one) => void fallen.push(one) })
      if ('kind' in taken) return taken
      const shown = await named(id, about.locale)
      return shown ? data({ ...shown, below: await fallenRows(db, fallen, about.locale) }) : missing()
    }),

    bankEntryLeave: signedIn(calls.bankEntryLeave, async ({ body: { id, why }, at, locale }, { person }) => {
      const found = await entryInFile(db, id)
      if (!found) return missing()
      const to = { state: 'left' as const, why, decidedBy: person.id, decidedAt: at }
      const left = await settleBankEntry(db, { id, state: 'waiting' }, to)
      const shown = left && (await named(id, locale))
      return shown ? data(shown) : refuse('bank.decided')
    }),
  }
}
