import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod'
import type { Deferred } from '../../boot/deferred.ts'
import type { Figures } from './figure.ts'
import { useOnce } from '../useOnce.ts'
import { useForm, type Form } from './useForm.ts'
import {
  afterSave,
  based,
  changesOf,
  fieldsOf,
  isConflict,
  isSaved,
  keptMine,
  type Based,
  type FieldChange,
  type Saved,
} from './versioned.ts'

interface Options<T extends object, R extends Saved<T>> {
  /** Key of the draft. */
  readonly name: string
  /** Version of the form's fields: a draft of another one cannot be restored. */
  readonly shape: number
  readonly saved: Saved<T>
  readonly schema: Deferred<z.ZodType>
  readonly figures?: (value: T) => Figures
  /** The saved content is final: nothing is typed, and no draft is kept. */
  readonly fixed?: boolean
  /** Reads the newest saved version; `null`: the form is of something new, which has none. */
  readonly read: (() => Promise<Saved<T>>) | null
  /** Saves over the version that the changes began from; resolves with what is saved then. */
  readonly send: (typed: T, version: string) => Promise<R>
  readonly onSaved: (saved: R) => unknown
  /** Whether that refusal tells of another person's save. */
  readonly isChanged?: (error: unknown) => boolean
}

/** Another person's save, met by one from here: nothing was overwritten. */
interface Conflicting<T extends object> {
  readonly theirs: T
  readonly changes: readonly FieldChange<keyof T & string>[]
  /** Puts their version in the form. */
  readonly take: () => void
  /** Keeps what was changed here, with their values in the other fields. */
  readonly keep: () => void
}

interface VersionedForm<T extends object> {
  readonly form: Form<T & Based>
  readonly save: (value: T & Based) => void
  readonly saving: boolean
  readonly conflict: Conflicting<T> | null
}

/**
 * A form of something that others may edit as well. A save names the version that the changes began from, also after a
 * reload with a restored draft; the server refuses it if another was saved since, and the two are merged field by field
 * (`versioned.ts`), as the person decides.
 */
export function useVersionedForm<T extends object, R extends Saved<T>>({
  name,
  shape,
  saved,
  schema,
  figures,
  fixed = false,
  read,
  send,
  onSaved,
  isChanged = isConflict,
}: Options<T, R>): VersionedForm<T> {
  // The form keeps its initial value, because a newer answer must not overwrite input.
  const [initial] = useState(() => based(saved))
  const [theirs, setTheirs] = useState<Saved<T> | null>(null)
  const form = useForm<T & Based>({
    name,
    version: shape,
    initial: fixed ? based(saved) : initial,
    schema,
    ...(figures && { figures }),
    ...(fixed && { draft: false }),
  })
  const { mutateAsync } = useMutation({
    meta: { quiet: true },
    mutationFn: (value: T & Based) => send(fieldsOf<T>(value), value.version),
    onSuccess: async (now, sent) => {
      const after = afterSave<T>(form.value, sent, now)
      form.set(after)
      setTheirs(null)
      if (isSaved<T>(after)) await form.draft.clear()
      await onSaved(now)
    },
    onError: async (error) => {
      if (read === null || !isChanged(error)) return form.take(error)
      try {
        setTheirs(await read())
      } catch (unread) {
        form.take(unread)
      }
    },
  })
  // A second press before the button is drawn as busy would meet the first one's save as another person's.
  const [saving, save] = useOnce((value: T & Based) =>
    mutateAsync(value).then(
      () => undefined,
      () => undefined,
    ),
  )
  const settle = (value: T & Based): void => {
    form.set(value)
    setTheirs(null)
  }
  return {
    form,
    save,
    saving,
    conflict: theirs && {
      theirs: theirs.typed,
      changes: changesOf<T>(form.value, theirs),
      take: () => settle(based(theirs)),
      keep: () => settle(keptMine<T>(form.value, theirs)),
    },
  }
}
