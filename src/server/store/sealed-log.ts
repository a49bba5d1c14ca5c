import * as z from 'zod'
import { Receipt } from '../../contract/verdict.ts'
import { WHOLE, type Entry, type Openings } from '../../domain/log.ts'
import type { Vault } from '../secrets/vault.ts'
import type { Batch, KeptVerdict } from './batch.ts'
import type { Log } from './log.ts'

/**
 * The log as the database keeps it: ceilings and other acts that are secret as a whole are sealed there, in entries,
 * stored verdicts and snapshots, so that a reader of the database reads none. What was stored before stays readable.
 */
export function sealedLog(log: Log, vault: Vault): Log {
  const openVerdict = async (verdict: KeptVerdict): Promise<KeptVerdict> => {
    const sealed = SealedReceipt.safeParse(verdict.body.receipt)
    if (!sealed.success) return verdict
    const text = await vault.open(sealed.data.sealed, aboutVerdict(verdict))
    return { ...verdict, body: { ...verdict.body, receipt: Receipt.parse(JSON.parse(text)) } }
  }
  return {
    ...log,
    append: (batch) => log.append(sealedBatch(batch, vault)),
    async readTail(timelineId, afterSeq, limit) {
      const rows = await log.readTail(timelineId, afterSeq, limit)
      if (!rows.some(({ openings }) => isSealed(openings))) return rows
      return Promise.all(
        rows.map(async ({ entry, openings }) => ({
          entry,
          openings: await openedOpenings(timelineId, entry, openings, vault),
        })),
      )
    },
    findVerdicts: async (keys) => Promise.all((await log.findVerdicts(keys)).map(openVerdict)),
    verdictsOf: async (accountId) => Promise.all((await log.verdictsOf(accountId)).map(openVerdict)),
    async verdictOf(timelineId, key) {
      const found = await log.verdictOf(timelineId, key)
      return found && openVerdict(found)
    },
    saveSnapshot: (snapshot) =>
      log.saveSnapshot({
        ...snapshot,
        secret: vault.seal(JSON.stringify(snapshot.secret), aboutSnapshot(snapshot)),
      }),
    async loadSnapshot(timelineId) {
      const found = await log.loadSnapshot(timelineId)
      if (found === null || typeof found.secret !== 'string') return found
      // A snapshot is a shortcut: one that does not open is none.
      const text = await vault.open(found.secret, aboutSnapshot(found)).catch(() => null)
      return text === null ? null : { ...found, secret: JSON.parse(text) as unknown }
    },
  }
}

const aboutEntry = (timelineId: string, seq: number): string => `entry ${timelineId} ${seq}`
const aboutVerdict = ({ accountId, bidKey }: Pick<KeptVerdict, 'accountId' | 'bidKey'>): string =>
  `verdict ${accountId} ${bidKey}`
const aboutSnapshot = ({ timelineId, seq }: { readonly timelineId: string; readonly seq: number }): string =>
  `snapshot ${timelineId} ${seq}`

/** The type of a sealed opening's value. A node that cannot unseal it reads an unknown event there, and decides nothing (R8). */
const ENCRYPTED = 'encrypted'
const SealedOpening = z.object({ value: z.object({ type: z.literal(ENCRYPTED), text: z.string() }) })
const SealedReceipt = z.object({ sealed: z.string() })
const Opened = z.object({ salt: z.string(), value: z.unknown() })

const isSealed = (openings: Openings | null): boolean =>
  openings !== null && SealedOpening.safeParse(openings[WHOLE]).success

function sealedBatch(batch: Batch, vault: Vault): Batch {
  const { timelineId, entries, openings, verdicts } = batch
  return {
    ...batch,
    openings: openings.map((one, i) => {
      const whole = one?.[WHOLE]
      const entry = entries[i]
      if (!whole || !entry) return one
      const text = vault.seal(JSON.stringify(whole), aboutEntry(timelineId, entry.seq))
      return { ...one, [WHOLE]: { salt: '', value: { type: ENCRYPTED, text } } }
    }),
    verdicts: verdicts.map((one) => (isSecret(one.body) ? sealedVerdict(one, vault) : one)),
  }
}

/** A ceiling's amount stands in its receipt alone. */
const isSecret = ({ receipt }: KeptVerdict['body']): boolean => receipt?.body.act !== undefined

function sealedVerdict(verdict: Batch['verdicts'][number], vault: Vault): Batch['verdicts'][number] {
  const sealed: z.infer<typeof SealedReceipt> = {
    sealed: vault.seal(JSON.stringify(verdict.body.receipt), aboutVerdict(verdict)),
  }
  // No receipt by its type: `openVerdict` makes it one again.
  return { ...verdict, body: { ...verdict.body, receipt: sealed as unknown as KeptVerdict['body']['receipt'] } }
}

async function openedOpenings(
  timelineId: string,
  { seq }: Pick<Entry, 'seq'>,
  openings: Openings | null,
  vault: Vault,
): Promise<Openings | null> {
  if (openings === null) return null
  const sealed = SealedOpening.safeParse(openings[WHOLE])
  if (!sealed.success) return openings
  const text = await vault.open(sealed.data.value.text, aboutEntry(timelineId, seq))
  return { ...openings, [WHOLE]: Opened.parse(JSON.parse(text)) }
}
