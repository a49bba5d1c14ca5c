import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Lot } from '../../../../domain/lot.ts'
import { needOutbox } from '../../../../client/outbox/here.ts'
import {
  isFile,
  isForm,
  isSameForm,
  placeholderOf,
  type FileItem,
  type FormKey,
} from '../../../../client/outbox/items.ts'
import { newKey } from '../../../../client/ports/newKey.ts'
import { LOT_PAPER, LOT_PICTURE, type UploadRule } from '../../../../client/uploads/rules.ts'
import { useClient } from '../../../lib/client.ts'
import { useOutbox } from '../../../lib/useOutbox.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { ItemActs } from '../../../ui/outbox/ItemActs.tsx'
import { ItemState } from '../../../ui/outbox/ItemState.tsx'
import { PickError } from '../../../ui/outbox/PickError.tsx'
import { PAPERS, type PaperKind } from '../../../ui/papers.ts'
import { useVenue } from '../room/RoomContext.ts'
import css from './LotFiles.module.css'

const KINDS = Object.keys(PAPERS) as readonly PaperKind[]

/** Files that are added in one press: a form of the outbox of their own, which outlives a reload and a cut link. */
const formOf = (lot: string, key: string): FormKey => ({ form: 'lotFiles', subject: `${lot} ${key}` })
const isOf = (lot: string, { form, subject }: FormKey): boolean =>
  form === 'lotFiles' && subject?.startsWith(`${lot} `) === true

/** The seller adds photographs and papers to a lot of the sale; the server takes them in the preparation and between rounds. */
export function LotFiles({ lot: { lot } }: { readonly lot: Lot }) {
  const { t, i18n } = useLingui()
  const [kind, setKind] = useState<PaperKind>('species')
  const add = useAdd(lot)
  const picked = (files: readonly File[], isPicture: boolean): void =>
    add.mutate({ files, as: isPicture ? null : kind })
  return (
    <section className={css.files} aria-label={t`Photographs and papers`}>
      <h3>
        <Trans>Photographs and papers</Trans>
      </h3>
      <p className={css.about}>
        <Trans>They are added to the lot’s page at once. What stands there already cannot be taken away.</Trans>
      </p>
      <Going lot={lot} />
      <PickError error={add.error} />
      <PickButton
        rule={LOT_PICTURE}
        busy={add.isPending}
        testId="venue-pictures"
        onPick={(files) => picked(files, true)}
      >
        <Icon name="camera" size={18} />
        <Trans>Add photographs</Trans>
      </PickButton>
      <div className={css.paper}>
        <SelectField
          label={<Trans>Kind of paper</Trans>}
          value={kind}
          onChange={({ target }) => setKind(KINDS.find((one) => one === target.value) ?? 'other')}
        >
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {i18n._(PAPERS[one])}
            </option>
          ))}
        </SelectField>
        <PickButton rule={LOT_PAPER} busy={add.isPending} testId="venue-paper" onPick={(files) => picked(files, false)}>
          <Icon name="doc" size={18} />
          <Trans>Add a paper</Trans>
        </PickButton>
      </div>
    </section>
  )
}

interface Picked {
  readonly files: readonly File[]
  /** Kind of the paper; null: photographs. */
  readonly as: PaperKind | null
}

/** Puts picked files and the request to add them into the outbox. */
function useAdd(lot: string) {
  const client = useClient()
  const { seat } = useVenue()
  return useMutation({
    meta: { quiet: true, outbox: true },
    mutationFn: async ({ files, as }: Picked) => {
      const form = formOf(lot, newKey())
      const slot = { ...form, field: as === null ? 'pictures' : 'paper' }
      const outbox = await needOutbox(client)
      await outbox.pick(slot, files, as === null ? LOT_PICTURE : LOT_PAPER)
      const own = outbox.view.get().items.filter((item) => isFile(item) && isSameForm(item.slot, form)) as FileItem[]
      if (own.length === 0) return
      const paths = own.map(({ id }) => placeholderOf(id))
      await outbox.submit(
        form,
        {
          scheduleTimelineId: seat.scheduleTimelineId,
          contractObjectId: lot,
          pictures: as === null ? paths : [],
          papers: as === null ? [] : own.map(({ name }, at) => ({ kind: as, fileId: paths[at] ?? null, name })),
        },
        own.map(({ id }) => ({ field: slot.field, id })),
      )
    },
  })
}

/** What is on its way, or was refused with its reason. */
function Going({ lot }: { readonly lot: string }) {
  const { outbox, view } = useOutbox()
  const forms = view.items.filter((item) => isForm(item) && isOf(lot, item))
  const files = view.items.filter((item): item is FileItem => isFile(item) && isOf(lot, item.slot))
  const formWith = (file: FileItem) => forms.find((form) => isForm(form) && isSameForm(file.slot, form))
  // Removes files whose form was never sent, because the page was closed in between.
  const orphans = files
    .filter((file) => file.state === 'up' && !formWith(file))
    .map(({ id }) => id)
    .join('\n')
  useEffect(() => {
    if (orphans !== '') void outbox?.remove(orphans.split('\n')).catch(() => null)
  }, [outbox, orphans])
  return (
    <ul className={css.going}>
      {files.map((file) => {
        const form = formWith(file)
        const item = file.state === 'up' && form ? form : file
        return (
          <li key={file.id}>
            <strong>{file.name}</strong>
            <ItemState item={item} needsSignIn={view.needsSignIn} />
            <span className={css.acts}>
              <ItemActs
                item={item}
                onRetry={() => void outbox?.retry(item.id)}
                onCancel={() => void outbox?.remove([file, form].flatMap((one) => one?.id ?? []))}
              />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

interface PickProps {
  readonly rule: UploadRule
  readonly busy: boolean
  readonly testId: string
  readonly onPick: (files: readonly File[]) => void
  readonly children: ReactNode
}

function PickButton({ rule, busy, testId, onPick, children }: PickProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={rule.maxFiles > 1}
        accept={rule.mimes.join(',')}
        data-testid={testId}
        onChange={({ target }) => {
          if (target.files?.length) onPick([...target.files])
          // Allows picking the same file again after the seller has corrected it.
          target.value = ''
        }}
      />
      <Button variant="line" busy={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
