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
  /** Each file of the batch is up, under these paths. */
  readonly onUp: (paths: readonly string[]) => void
  /** The form's draft has been looked for: what is put into it sooner would stand against the draft. */
  readonly ready: boolean
  /** What the field holds: the paths of a batch that was applied are not applied again. */
  readonly value: string
}

export interface FilePicker {
  /** Being read, checked and made smaller. */
  readonly preparing: boolean
  readonly complaint: Complaint | null
  /** The newest batch, wherever it is on its way. */
  readonly files: readonly FileItem[]
  readonly isUp: boolean
  readonly pick: (files: readonly File[]) => Promise<void>
  readonly retry: () => Promise<void>
  /** Takes the newest batch back. */
  readonly cancel: () => Promise<void>
}

/** Files for one field of a form, by way of the outbox: what was picked goes up even if the form is closed meanwhile. */
export function useFilePicker({ slot, rule, onUp, value, ready }: Options): FilePicker {
  const client = useClient()
  const { outbox, view } = useOutbox()
  const [preparing, setPreparing] = useState(false)
  const [complaint, setComplaint] = useState<Complaint | null>(null)
  const own = view.items.filter(isIn(slot))
  const newest = own.at(-1)?.batch
  const files = own.filter(({ batch }) => batch === newest)
  const isUp = files.length > 0 && files.every(({ state }) => state === 'up')
  const paths = isUp ? files.flatMap(({ path }) => path ?? []).join('\n') : ''
  const older = own.filter(({ batch }) => batch !== newest)

  const latest = useRef(onUp)
  useEffect(() => {
    latest.current = onUp
  })
  useEffect(() => {
    if (ready && paths !== '' && paths !== value) latest.current(paths.split('\n'))
  }, [ready, paths, value])
  const replaced = isUp && older.length > 0 ? older.map(({ id }) => id).join('\n') : ''
  useEffect(() => {
    if (replaced !== '') void outbox?.remove(replaced.split('\n')).catch(() => null)
  }, [outbox, replaced])

  const pick = async (picked: readonly File[]): Promise<void> => {
    if (picked.length === 0) return
    setPreparing(true)
    setComplaint(null)
    try {
      await (await needOutbox(client)).pick(slot, picked, rule)
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
    cancel: () => each((to) => to.remove(files.map(({ id }) => id))),
  }
}

function complaintOf(error: unknown): Complaint {
  if (error instanceof Refused) return error.complaint
  return storageTrouble(error) === 'full' ? texts.deviceFull : texts.deviceKeepsNothing
}
