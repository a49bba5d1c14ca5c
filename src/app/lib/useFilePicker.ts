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
   * Each file of a batch is up, under these paths. In a field of one file the path takes the value's place; a field of
   * several adds those that it does not hold yet.
   */
  readonly onUp: (paths: readonly string[]) => void
  /** The form's draft has been looked for: a file put into it sooner would conflict with the draft. */
  readonly ready: boolean
  /** The field's paths: those that were applied are not applied again. */
  readonly value: readonly string[]
}

export interface FilePicker {
  /** Being read, checked and made smaller. */
  readonly preparing: boolean
  readonly complaint: Complaint | null
  /** Of a field of one file: the newest batch; of several: every batch. On their way, refused, or up. */
  readonly files: readonly FileItem[]
  readonly isUp: boolean
  readonly pick: (files: readonly File[]) => Promise<void>
  readonly retry: () => Promise<void>
  /** Takes that file back, or all. One that is up and in the field leaves the outbox before the field drops its path. */
  readonly cancel: (id?: string) => Promise<void>
}

/** Files for one field of a form, by way of the outbox: picked files go up even if the form is closed meanwhile. */
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
      setComplaint(complaintOf(error))
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

/** Of batches that are up as a whole (spec §5). */
function pathsOf(files: readonly FileItem[]): readonly string[] {
  const partial = new Set(files.filter(({ state }) => state !== 'up').map(({ batch }) => batch))
  return files.flatMap(({ batch, path }) => (path === null || partial.has(batch) ? [] : path))
}

function complaintOf(error: unknown): Complaint {
  if (error instanceof Refused) return error.complaint
  return storageTrouble(error) === 'full' ? texts.deviceFull : texts.deviceKeepsNothing
}
