import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { needOutbox } from '../../../client/outbox/here.ts'
import { isFile, isForm, placeholderOf } from '../../../client/outbox/items.ts'
import { SHEET } from '../../../client/uploads/rules.ts'
import { useClient } from '../../lib/client.ts'
import { useOutbox } from '../../lib/useOutbox.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ItemActs } from '../../ui/outbox/ItemActs.tsx'
import { ItemState } from '../../ui/outbox/ItemState.tsx'
import { PickError } from '../../ui/outbox/PickError.tsx'
import css from './ImportPage.module.css'

const SLOT = { form: 'lotImport', field: 'file' } as const

/** Puts the file and the request to read it into the outbox: both survive a reload, a cut link and an ended sign-in. */
export function SheetField() {
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const { outbox, view } = useOutbox()
  const file = view.items.filter((item) => isFile(item) && item.slot.form === SLOT.form).at(-1)
  const form = view.items.filter((item) => isForm(item) && item.form === SLOT.form).at(-1)
  const begin = useMutation({
    meta: { quiet: true, outbox: true },
    mutationFn: async (files: readonly File[]) => {
      const box = await needOutbox(client)
      const old = box.view.get().items.filter((item) => (isFile(item) ? item.slot.form : item.form) === SLOT.form)
      await box.remove(old.map(({ id }) => id))
      await box.pick(SLOT, files, SHEET)
      const picked = box.view
        .get()
        .items.filter((item) => isFile(item) && item.slot.form === SLOT.form)
        .at(-1)
      if (!picked) return
      await box.submit({ form: 'lotImport' }, { file: placeholderOf(picked.id) }, [{ field: 'file', id: picked.id }])
    },
  })
  const isDone = form === undefined && file?.state === 'up'
  useEffect(() => {
    // Removes a file whose form has arrived or was never sent.
    if (isDone && !begin.isPending) void outbox?.remove([file.id]).catch(() => null)
  }, [isDone, begin.isPending, outbox, file])
  const cancel = (): void => void outbox?.remove([file, form].flatMap((item) => item?.id ?? [])).catch(() => null)
  const item = file && file.state !== 'up' ? file : form
  return (
    <div className={css.field}>
      {item && (
        <div className={css.going}>
          {file?.kind === 'file' && <strong>{file.name}</strong>}
          <ItemState item={item} needsSignIn={view.needsSignIn} />
          <span className={css.acts}>
            <ItemActs item={item} onRetry={() => void outbox?.retry(item.id)} onCancel={cancel} />
          </span>
        </div>
      )}
      <PickError error={begin.error} />
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.csv"
        data-testid="lot-sheet"
        onChange={({ target }) => {
          if (target.files?.length) begin.mutate([...target.files])
          target.value = ''
        }}
      />
      <Button busy={begin.isPending} onClick={() => input.current?.click()}>
        <Icon name="table" size={18} />
        <Trans>Choose a file</Trans>
      </Button>
    </div>
  )
}
