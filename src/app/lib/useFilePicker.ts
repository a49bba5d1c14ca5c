import { useEffect, useRef, useState } from 'react'
import { storageTrouble } from '../../client/device/index.ts'
import type { FileItem, Slot } from '../../client/outbox/items.ts'
import { isIn, type Outbox } from '../../client/outbox/outbox.ts'
import { Refused } from '../../client/uploads/refused.ts'
import type { Complaint, UploadRule } from '../../client/uploads/rules.ts'
import { texts } from '../../texts/messages.ts'
import { needOutbox } from '../../client/outbox/here.ts'
import { useOutbox } from './useOutbox.ts'
import { useClient } from './client.ts'

interface Options {
  readonly slot: Slot
  readonly rule: UploadRule
  /**
   * Called when each file of a batch is uploaded, with their paths. In a field of one file the path replaces the value;
   * a field of several adds the paths that it lacks.
   */
  readonly onUp: (paths: readonly string[]) => void
  /** `ready` of the form: a file put into the form before its draft would conflict with the draft. */
  readonly ready: boolean
  /** Paths in the field: those already there are not added again. */
  readonly value: readonly string[]
}

export interface FilePicker {
  /** The picked files are being read, checked and shrunk. */
  readonly preparing: boolean
  readonly complaint: Complaint | null
  /**
   * Files of the field: in a field of one file the newest batch, in a field of several all batches. Uploading, refused,
   * or uploaded.
   */
  readonly files: readonly FileItem[]
  readonly isUp: boolean
  readonly pick: (files: readonly File[]) => Promise<void>
  readonly retry: () => Promise<void>
  /**
   * Removes one file, or all. An uploaded file must leave the outbox before the caller removes its path from the field.
   */
  readonly cancel: (id?: string) => Promise<void>
}

/** Picks files for one field of a form, and uploads them through the outbox, even if the form is closed meanwhile. */
export function useFilePicker({ slot, rule, onUp, value, ready }: Options): FilePicker {
  const client = useClient()
  const { outbox, view } = useOutbox()
  const [preparing, setPreparing] = useState(false)
  const [complaint, setComplaint] = useState<Complaint | null>(null)
  const isOne = rule.maxFiles === 1
  const own = view.items.filter(isIn(slot))
  const newest = own.at(-1)?.batch
  const files = isOne ? own.filter(({ batch }) => batch === newest) : own
  const isUp = files.length > 0 && files.every(({ state }) => state === 'up')
  const arrived = pathsOf(files)
    .filter((path) => !value.includes(path))
    .join('\n')
  const older = own.filter((file) => !files.includes(file))

  const latest = useRef(onUp)
  useEffect(() => {
    latest.current = onUp
  })
  useEffect(() => {
    if (ready && arrived !== '') latest.current(arrived.split('\n'))
  }, [ready, arrived])
  const replaced = isUp && older.length > 0 ? older.map(({ id }) => id).join('\n') : ''
  useEffect(() => {
    if (replaced !== '') void outbox?.remove(replaced.split('\n')).catch(() => null)
  }, [outbox, replaced])

  const pick = async (picked: readonly File[]): Promise<void> => {
    if (picked.length === 0) return
    setPreparing(true)
    setComplaint(null)
    const attached = isOne ? 0 : new Set([...value, ...files.map(({ id, path }) => path ?? id)]).size
    try {
      await (await needOutbox(client)).pick(slot, picked, rule, attached)
    } catch (error) {
      setComplaint(complaintOf(error, rule))
    } finally {
      setPreparing(false)
    }
  }
  const each = async (act: (outbox: Outbox) => Promise<unknown>): Promise<void> => {
    setComplaint(null)
    if (outbox) await act(outbox)
  }
  return {
    preparing,
    complaint,
    files,
    isUp,
    pick,
    retry: () => each((to) => Promise.all(files.map(({ id }) => to.retry(id)))),
    cancel: (only) => each((to) => to.remove(only === undefined ? files.map(({ id }) => id) : [only])),
  }
}

/** Paths of the batches that are uploaded as a whole (spec §5). */
function pathsOf(files: readonly FileItem[]): readonly string[] {
  const partial = new Set(files.filter(({ state }) => state !== 'up').map(({ batch }) => batch))
  return files.flatMap(({ batch, path }) => (path === null || partial.has(batch) ? [] : path))
}

/** Reading the picked file failed, or loading the part of the app that stores it. */
const PASSING: ReadonlySet<string> = new Set(['NotReadableError', 'NotFoundError', 'TypeError'])

function complaintOf(error: unknown, { kind }: UploadRule): Complaint {
  if (error instanceof Refused) return error.complaint
  if (error instanceof Error && PASSING.has(error.name))
    return kind === 'picture' ? texts.pictureUploadFailed : texts.fileUploadFailed
  return storageTrouble(error) === 'full' ? texts.deviceFull : texts.deviceKeepsNothing
}
