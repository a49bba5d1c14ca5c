import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type * as z from 'zod'
import { newKey } from '../../../../client/ports/newKey.ts'
import type { Deferred } from '../../../boot/deferred.ts'
import { useClient } from '../../../lib/client.ts'
import type { Figures } from '../../../lib/form/figure.ts'
import type { Form } from '../../../lib/form/useForm.ts'
import { useVersionedForm } from '../../../lib/form/useVersionedForm.ts'
import type { Based } from '../../../lib/form/versioned.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Conflict } from '../../../ui/edit/Conflict.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { notify } from '../../../ui/toast.ts'
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
  readonly fields: (form: Form<T & Based>) => ReactNode
  /** The content as its reader sees it. */
  readonly preview: (value: T) => ReactNode
}

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
  const [looks, setLooks] = useState(false)
  const [onceKey, renew] = useState(newKey)
  const changed = () =>
    Promise.all(
      [['desk', 'content'], ['news'], ['documents'], ['document'], ['banners']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  const { form, save, saving, conflict } = useVersionedForm({
    name: `${kind}-${id ?? NEW}`,
    shape: 2,
    saved: edited,
    schema,
    figures: () => figures,
    read: id === null ? null : () => read(null),
    send: async (typed, version) => ({ ...(await send(typed, Number(version), { onceKey })), typed }),
    onSaved: async (saved) => {
      renew(newKey)
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
  })
  return (
    <form className={css.form} noValidate aria-label={t`Text`} onSubmit={form.submit(save)}>
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      {conflict && (
        <Conflict
          changes={conflict.changes}
          labelOf={(key) => labels[key]}
          valueOf={(key, of) => String((of === 'mine' ? form.value : conflict.theirs)[key])}
          onTake={conflict.take}
          onKeep={conflict.keep}
        />
      )}
      {looks ? preview(form.value) : fields(form)}
      <div className={css.acts}>
        <SubmitButton busy={saving} working={<Trans>Saving…</Trans>}>
          <Trans>Save</Trans>
        </SubmitButton>
        <Button variant="line" aria-pressed={looks} onClick={() => setLooks(!looks)}>
          <Icon name={looks ? 'doc' : 'eye'} size={18} />
          {looks ? <Trans>Back to writing</Trans> : <Trans>Preview</Trans>}
        </Button>
        {remove && id !== null && (
          <Delete kind={kind} remove={() => remove(Number(form.value.version))} onGone={changed} />
        )}
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
