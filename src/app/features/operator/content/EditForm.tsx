import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type * as z from 'zod'
import { newKey } from '../../../../client/ports/newKey.ts'
import type { Deferred } from '../../../boot/deferred.ts'
import { useClient } from '../../../lib/client.ts'
import type { Figures } from '../../../lib/form/figure.ts'
import { useForm, type Form } from '../../../lib/form/useForm.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { notify } from '../../../ui/toast.ts'
import { Conflict, isConflict } from '../conflict.tsx'
import { NEW, type ContentKind } from './search.ts'
import { Versions, type Edited } from './Versions.tsx'
import css from './Content.module.css'
import { markFormDone } from '../../../lib/doneForms.ts'

interface Props<T extends object> {
  readonly kind: ContentKind
  /** `null`: the content is new. */
  readonly id: string | null
  /** The saved content; for a new one the form's initial values. */
  readonly edited: Edited<T>
  readonly schema: Deferred<z.ZodType>
  readonly figures?: Figures
  readonly labels: { readonly [K in keyof T & string]: string }
  /** Saves the content, and resolves with the saved version. */
  readonly send: (
    value: T,
    version: number,
    options: { readonly onceKey: string },
  ) => Promise<{ readonly id: string; readonly version: number }>
  readonly read: (version: number | null) => Promise<Edited<T>>
  /** Without it the content cannot be deleted. */
  readonly remove?: ((version: number) => Promise<unknown>) | undefined
  readonly fields: (form: Form<T>) => ReactNode
  /** The content as its reader sees it. */
  readonly preview: (value: T) => ReactNode
}

const fieldsOf = <K extends string>(labels: Readonly<Record<K, string>>): readonly K[] => Object.keys(labels) as K[]

/** The form of a text with its preview. It saves only over the version that the changes started from. */
export function EditForm<T extends object>({
  kind,
  id,
  edited,
  schema,
  figures = {},
  labels,
  send,
  read,
  remove,
  fields,
  preview,
}: Props<T>) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  // The form keeps its initial value, because a newer answer must not overwrite input.
  const [base, setBase] = useState({ version: edited.version, typed: edited.typed })
  const [theirs, setTheirs] = useState<Edited<T> | null>(null)
  const [looks, setLooks] = useState(false)
  const [onceKey, renew] = useState(newKey)
  const form = useForm<T>({
    name: `${kind}-${id ?? NEW}`,
    version: 1,
    initial: base.typed,
    schema,
    figures: () => figures,
  })
  const changed = () =>
    Promise.all(
      [['desk', 'content'], ['news'], ['documents'], ['document'], ['banners']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: (value: T) => send(value, base.version, { onceKey }),
    onSuccess: async (saved, value) => {
      setBase({ version: saved.version, typed: value })
      setTheirs(null)
      renew(newKey)
      await form.draft.clear()
      notify(client, { tone: 'good', title: t`Saved as version ${saved.version}.` })
      await changed()
      if (id === null) {
        markFormDone(client)
        await navigate({
          to: '/desk/content/$kind/$contentId',
          params: { kind, contentId: saved.id },
          replace: true,
        })
      }
    },
    onError: async (error) => {
      if (isConflict(error) && id !== null) setTheirs(await read(null))
      else form.take(error)
    },
  })
  return (
    <form className={css.form} noValidate aria-label={t`Text`} onSubmit={form.submit((value) => save.mutate(value))}>
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      {theirs && (
        <Conflict
          changes={fieldsOf(labels)
            .filter((key) => base.typed[key] !== theirs.typed[key] && form.value[key] !== theirs.typed[key])
            .map((key) => ({
              key,
              label: labels[key],
              theirs: String(theirs.typed[key]),
              mine: form.value[key] === base.typed[key] ? null : String(form.value[key]),
            }))}
          onTake={() => {
            form.set(theirs.typed)
            setBase(theirs)
            setTheirs(null)
          }}
          onKeep={() => {
            const untouched = fieldsOf(labels).filter((key) => form.value[key] === base.typed[key])
            form.set({ ...form.value, ...Object.fromEntries(untouched.map((key) => [key, theirs.typed[key]])) })
            setBase(theirs)
            setTheirs(null)
          }}
        />
      )}
      {looks ? preview(form.value) : fields(form)}
      <div className={css.acts}>
        <SubmitButton busy={save.isPending} working={<Trans>Saving…</Trans>}>
          <Trans>Save</Trans>
        </SubmitButton>
        <Button variant="line" aria-pressed={looks} onClick={() => setLooks(!looks)}>
          <Icon name={looks ? 'doc' : 'eye'} size={18} />
          {looks ? <Trans>Back to writing</Trans> : <Trans>Preview</Trans>}
        </Button>
        {remove && id !== null && <Delete kind={kind} remove={() => remove(base.version)} onGone={changed} />}
      </div>
      {id !== null && (
        <Versions
          versions={edited.versions}
          newest={edited.version}
          read={read}
          preview={preview}
          onRestore={(typed) => {
            form.set(typed)
            setLooks(false)
          }}
        />
      )}
    </form>
  )
}

interface DeleteProps {
  readonly kind: ContentKind
  readonly remove: () => Promise<unknown>
  readonly onGone: () => Promise<unknown>
}

function Delete({ kind, remove, onGone }: DeleteProps) {
  const client = useClient()
  const { t } = useLingui()
  const navigate = useNavigate()
  const gone = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      markFormDone(client)
      await navigate({ to: '/desk/content', search: { kind } })
      await onGone()
    },
  })
  const ask = async () => {
    const yes = await confirm(client, {
      title: t`Delete it?`,
      text: t`Readers no longer see it. Its versions stay on record.`,
      confirmLabel: t`Delete`,
      danger: true,
    })
    if (yes) gone.mutate()
  }
  return (
    <ActButton variant="line" busy={gone.isPending} onClick={() => void ask()}>
      <Icon name="trash" size={18} />
      <Trans>Delete</Trans>
    </ActButton>
  )
}
