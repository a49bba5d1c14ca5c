import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { CODE } from '../../../contract/codes.ts'
import { newKey } from '../../../client/ports/newKey.ts'
import { needOutbox } from '../../../client/outbox/here.ts'
import { isFile, isForm, isSameForm, placeholderOf, type FileItem } from '../../../client/outbox/items.ts'
import { Refused } from '../../../client/uploads/refused.ts'
import { resolved } from '../../boot/deferred.ts'
import { useClient } from '../../lib/client.ts'
import { listPlace } from './listPlace.ts'
import { useForm } from '../../lib/form/useForm.ts'
import { useOutbox } from '../../lib/useOutbox.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { DraftNotice } from '../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { refusalOf } from '../../ui/outbox/errorOf.ts'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { notify } from '../../ui/toast.ts'
import { useFar } from '../../ui/useFar.tsx'
import { Changed } from './Changed.tsx'
import { lotFigures, lotSchema, meant, pricePairs, typed, type TypedLot } from './lotForm.ts'
import css from './LotForm.module.css'
import { DeliveryPart, GoodsPart, NotesPart, ParcelPart, SizesPart } from './parts.tsx'
import { PaperRows } from './PaperRows.tsx'
import { Photographs } from './Photographs.tsx'
import { lotQuery, lotsKey } from './queries.ts'
import { WaitingLot } from './WaitingLot.tsx'
import { markFormDone } from '../../lib/doneForms.ts'

const RULES = resolved(lotSchema)
/** Key of a lot's form, for the field that each of its files was picked for. */
const keyOf = (id: string) => ({ form: 'lot', subject: id }) as const

interface Props {
  readonly id: string
  readonly start: TypedLot
  /** The lot is submitted or accepted, so the form is read-only. */
  readonly fixed: boolean
}

/**
 * The form of a lot. It waits in the outbox until its photographs and papers are uploaded, even if the page is closed.
 */
export function LotForm({ id, start, fixed }: Props) {
  const client = useClient()
  const { t } = useLingui()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { outbox, view } = useOutbox()
  const key = keyOf(id)
  const files = view.items.filter((item) => isFile(item) && isSameForm(item.slot, key)) as readonly FileItem[]
  const going = files.filter(({ state }) => state !== 'refused')
  const sent = view.items.filter((item) => isForm(item) && isSameForm(item, key)).at(-1)
  const form = useForm<TypedLot>({
    name: `lot-${id}`,
    version: 1,
    initial: start,
    schema: RULES,
    figures: lotFigures,
    // A file that is still being uploaded counts as present.
    asSent: (value) => withFiles(value, going),
  })
  const save = useMutation({
    meta: { quiet: true, outbox: true },
    mutationFn: async (value: TypedLot) => {
      const { version } = value
      const body = { lotDraftId: id, version: version === '' ? null : Number(version), content: meant(value) }
      const own = going.map(({ id: file, slot }) => ({ field: slot.field, id: file }))
      await (await needOutbox(client)).submit(key, body, own)
    },
    onError: (error) => form.showErrorAt(error instanceof Refused ? 'pictures' : undefined, error),
  })
  const { reading, onReading } = useReading()
  // Picking a file saves the lot at once, because the file belongs to it.
  const wanted = useRef(false)
  const { attempt } = form
  const { mutate } = save
  const far = useFar(...pricePairs(form.value))
  const send = (): void =>
    attempt((value) => {
      if (!far.asks()) mutate(value)
    })
  const sendWanted = useEffectEvent(() => {
    if (!wanted.current || reading.size > 0) return
    wanted.current = false
    send()
  })
  useEffect(() => sendWanted(), [reading])
  const { clear } = form.draft
  useEffect(
    () =>
      outbox?.onAccepted((one) => {
        if (!isSameForm(one, keyOf(id))) return
        void (async () => {
          await clear()
          await queries.invalidateQueries({ queryKey: lotsKey })
          notify(client, { tone: 'good', title: t`The lot is saved.`, key: `arrived ${one.id}` })
          markFormDone(client)
          await navigate({ to: '/seller/lots', search: listPlace(client.ports.tabStorage), hash: id })
        })()
      }),
    [outbox, queries, clear, client, id, navigate, t],
  )

  const refusal = sent?.kind === 'form' && sent.state === 'refused' ? sent : null
  const error = refusal && refusalOf(refusal)
  const changed = error?.code === CODE.conflict
  const [answered, setAnswered] = useState<string | null>(null)
  const { showErrorAt } = form
  const announced = useRef<string | null>(null)
  useEffect(() => {
    if (!refusal || !error || changed || announced.current === refusal.id) return
    announced.current = refusal.id
    showErrorAt(undefined, error)
  }, [refusal, error, changed, showErrorAt])

  if (sent?.kind === 'form' && (sent.state === 'waiting' || sent.state === 'sending'))
    return (
      <WaitingLot
        form={sent}
        files={files.filter((file) => sent.files.some((one) => one.id === file.id))}
        needsSignIn={view.needsSignIn}
        onRetry={() => void outbox?.retry(sent.id)}
        onHold={() => void outbox?.hold(sent.id)}
      />
    )
  const isNew = form.value.version === ''
  return (
    <form
      className={css.form}
      aria-label={t`Lot`}
      noValidate
      aria-busy={!form.ready}
      onSubmit={(event) => {
        event.preventDefault()
        if (reading.size === 0) send()
        else wanted.current = true
      }}
    >
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      {changed && refusal && answered !== refusal.id && (
        <Changed
          id={id}
          value={form.value}
          onTake={(now) => {
            setAnswered(refusal.id)
            form.set(typed(now.content, now.version))
            queries.setQueryData(lotQuery(id).queryKey, now)
          }}
          onKeep={(merged) => {
            setAnswered(refusal.id)
            form.set(merged)
          }}
        />
      )}
      {/* oxlint-disable-next-line react/forbid-dom-props -- a lot is fixed by a button outside; its values stay readable */}
      <fieldset className={css.parts} disabled={fixed} aria-label={t`Lot`}>
        <GoodsPart form={form} />
        <SizesPart form={form} />
        <ParcelPart form={form} />
        <DeliveryPart form={form} />
        <Photographs form={form} subject={id} fixed={fixed} onReading={onReading} />
        <PaperRows form={form} subject={id} fixed={fixed} onReading={onReading} />
        <NotesPart form={form} />
      </fieldset>
      {far.question(() => attempt(mutate))}
      <div className={css.bar}>
        {!isNew && (
          <Link
            to="/seller/lots/$lotDraftId"
            params={{ lotDraftId: newKey() }}
            search={{ new: true, like: id }}
            className={buttonClass({ variant: 'line' })}
          >
            <Trans>Copy as a new lot</Trans>
          </Link>
        )}
        {!fixed && (
          <SubmitButton outbox busy={save.isPending} working={<Trans>Saving…</Trans>}>
            <Trans>Save the lot</Trans>
          </SubmitButton>
        )}
      </div>
    </form>
  )
}

/** Fields whose files are still being read and shrunk. */
function useReading() {
  const [reading, setReading] = useState<ReadonlySet<string>>(new Set())
  const onReading = useCallback(
    (field: string, isReading: boolean) =>
      setReading((before) => {
        if (before.has(field) === isReading) return before
        const next = new Set(before)
        if (isReading) next.add(field)
        else next.delete(field)
        return next
      }),
    [],
  )
  return { reading, onReading }
}

/** Puts placeholders for files that are still being uploaded; the outbox replaces them by the paths. */
function withFiles(value: TypedLot, going: readonly FileItem[]): TypedLot {
  const of = (field: string) => going.filter(({ slot }) => slot.field === field)
  const coming = of('pictures').filter(({ path }) => path === null || !value.pictures.includes(path))
  return {
    ...value,
    pictures: [...value.pictures, ...coming.map(({ id }) => placeholderOf(id))],
    papers: value.papers.map((paper) => {
      const file = of(`paper-${paper.key}`).at(-1)
      return file && paper.file !== file.path ? { ...paper, file: placeholderOf(file.id), name: file.name } : paper
    }),
  }
}
