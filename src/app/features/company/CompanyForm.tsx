import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CompanyForm as Rules } from '../../../contract/people.ts'
import { isForm, placeholderOf, type OutboxItem } from '../../../client/outbox/items.ts'
import { isIn, type Outbox } from '../../../client/outbox/outbox.ts'
import { useEffect, useRef, useState } from 'react'
import { Refused } from '../../../client/uploads/refused.ts'
import { needOutbox } from '../../../client/outbox/here.ts'
import { useOutbox } from '../../lib/useOutbox.ts'
import { refusalOf } from '../../ui/outbox/errorOf.ts'
import { BankDialog } from './BankDialog.tsx'
import { CompanySkeleton } from './CompanySkeleton.tsx'
import { LICENCE } from './LicenceField.tsx'
import { WaitingForm } from './WaitingForm.tsx'
import { useForm } from '../../lib/form/useForm.ts'
import { resolved } from '../../boot/deferred.ts'
import { userQuery } from '../../lib/user.ts'
import type { CompanyValues } from '../../ui/company/labels.ts'
import { DraftNotice } from '../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import css from './CompanyForm.module.css'
import { BankPart, CompanyPart, LegalPart, LicencePart } from './parts.tsx'
import { PartsLeft } from './PartsLeft.tsx'
import { companyQuery } from './queries.ts'
import { useClient } from '../../lib/client.ts'

const RULES = resolved(Rules)
const EMPTY: CompanyValues = {
  name: '',
  country: 'CN',
  creditCode: '',
  address: '',
  detailedAddress: '',
  zipCode: '',
  phone: '',
  legalPerson: '',
  legalPersonPhone: '',
  bank: '',
  bankAccount: '',
  businessLicense: '',
}

interface CompanyFormProps {
  /** Initial values: the last submission, or the data known from registration. */
  readonly start?: Partial<CompanyValues>
  readonly onSubmitted?: () => void
}

/** The company's application (spec §3). Used by the account and as the third step of registration. */
export function CompanyForm(props: CompanyFormProps) {
  const { outbox, view, failed } = useOutbox()
  if (!view.ready && !failed) return <CompanySkeleton />
  return <ReadyForm {...props} outbox={outbox} items={view.items} needsSignIn={view.needsSignIn} />
}

interface ReadyFormProps extends CompanyFormProps {
  readonly outbox: Outbox | null
  readonly items: readonly OutboxItem[]
  readonly needsSignIn: boolean
}

/** Takes the focus that was lost with what the element replaces: a screen reader says it, too. */
const keepFocus = (element: HTMLElement | null): void => {
  if (element && document.activeElement === document.body) element.focus()
}

/** The form, or the state of its sending. A form that was refused or taken back starts with the values sent. */
function ReadyForm({ start, onSubmitted, outbox, items, needsSignIn }: ReadyFormProps) {
  const { t } = useLingui()
  const client = useClient()
  const queries = useQueryClient()
  const sent = items.filter((item) => isForm(item) && item.form === 'company').at(-1)
  const isComing = sent?.kind === 'form' && sent.files.length > 0
  const known =
    sent?.kind === 'form' ? { ...sent.body, ...(isComing && { businessLicense: start?.businessLicense ?? '' }) } : {}
  const going = items.filter(isIn(LICENCE)).filter(({ state }) => state !== 'refused')
  const batch = going.filter((file) => file.batch === going.at(-1)?.batch)
  const form = useForm<CompanyValues>({
    name: 'company',
    version: 1,
    initial: { ...EMPTY, ...start, ...known },
    schema: RULES,
    // A file that is still being uploaded counts as present.
    asSent: (value) => withFile(value, batch.at(-1)?.id),
  })
  const submit = useMutation({
    meta: { quiet: true, outbox: true },
    mutationFn: async (body: CompanyValues) => {
      const files = batch.map(({ id }) => ({ field: LICENCE.field, id }))
      await (await needOutbox(client)).submit({ form: 'company' }, body, files)
      await form.draft.clear()
    },
    onError: (error) => form.showErrorAt(error instanceof Refused ? 'businessLicense' : undefined, error),
  })
  const [confirming, setConfirming] = useState<CompanyValues | null>(null)
  const company = useQuery(companyQuery)
  const inForce = company.data?.bank ?? null
  const changesBank = (value: CompanyValues): boolean =>
    inForce !== null &&
    (plain(value.bank) !== plain(inForce.bank) || plain(value.bankAccount) !== plain(inForce.bankAccount))
  const [accepted, setAccepted] = useState(false)
  useEffect(
    () =>
      outbox?.onAccepted((one) => {
        if (one.form !== 'company') return
        setAccepted(true)
        void Promise.all([companyQuery, userQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey }))).then(
          onSubmitted,
        )
      }),
    [outbox, queries, onSubmitted],
  )
  const { showErrorAt } = form
  const refusal = sent?.state === 'refused' ? sent : null
  const announced = useRef<string | null>(null)
  useEffect(() => {
    const error = refusal && refusalOf(refusal)
    if (!error || announced.current === refusal.id) return
    announced.current = refusal.id
    showErrorAt(undefined, error)
  }, [refusal, showErrorAt])

  if (sent?.kind === 'form' && (sent.state === 'waiting' || sent.state === 'sending'))
    return (
      <WaitingForm
        form={sent}
        files={items.filter((item) => item.kind === 'file' && sent.files.some(({ id }) => id === item.id))}
        needsSignIn={needsSignIn}
        sentHere={submit.status !== 'idle'}
        onRetry={() => void outbox?.retry(sent.id)}
        onHold={() => void outbox?.hold(sent.id)}
      />
    )
  if (accepted)
    return (
      <p className={css.arrived} ref={keepFocus} tabIndex={-1}>
        <Icon name="check" />
        <Trans>Your application has arrived.</Trans>
      </p>
    )
  return (
    <>
      <form
        className={css.form}
        aria-label={t`Company information`}
        noValidate
        onSubmit={form.submit((value) => (changesBank(value) ? setConfirming(value) : submit.mutate(value)))}
        aria-busy={!form.ready}
      >
        <ErrorSummary form={form} />
        <DraftNotice draft={form.draft} />
        <div className={css.columns}>
          <PartsLeft form={form} />
          <div className={css.parts}>
            <CompanyPart form={form} />
            <LegalPart form={form} />
            <BankPart form={form} />
            <LicencePart form={form} />
            <div className={css.end}>
              <p>
                <Trans>
                  The operator compares your entries with the licence. No one else sees the licence; in a sale, others
                  see only your bidding number.
                </Trans>
              </p>
              <SubmitButton outbox busy={submit.isPending} working={<Trans>Submitting…</Trans>}>
                <Trans>Submit for certification</Trans>
              </SubmitButton>
            </div>
          </div>
        </div>
      </form>
      {confirming !== null && (
        <BankDialog
          bank={confirming}
          onClose={() => setConfirming(null)}
          onConfirmed={() => {
            setConfirming(null)
            submit.mutate(confirming)
          }}
        />
      )}
    </>
  )
}

/** Bank details as the server compares them. */
const plain = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

/** Puts a placeholder for a file that is still being uploaded; the outbox replaces it by the path. */
const withFile = (value: CompanyValues, id: string | undefined): CompanyValues =>
  id === undefined ? value : { ...value, businessLicense: placeholderOf(id) }
