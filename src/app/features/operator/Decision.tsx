import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { formatMoment } from '../../lib/format/index.ts'
import { ActButton } from '../../ui/ActButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { Icon } from '../../ui/Icon.tsx'
import { notify } from '../../ui/toast.ts'
import { certificationsQuery, type CertificationInfo } from './queries.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import css from './ReviewPage.module.css'
import { useClient } from '../../lib/client.ts'
import { markFormDone } from '../../lib/doneForms.ts'

interface Props {
  readonly application: CertificationInfo
}

/**
 * Buttons to approve, to send back, and to go to the next application; fixed, so that they stay in reach while
 * scrolling.
 */
export function Decision({ application }: Props) {
  return (
    <div className={css.bar}>
      {application.state === 'pending' ? (
        <Undecided application={application} />
      ) : (
        <Decided application={application} />
      )}
    </div>
  )
}

function useDecided() {
  const queries = useQueryClient()
  return () => Promise.all([['desk'], ['user']].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

function Undecided({ application: { certificationId, companyName, shares } }: Props) {
  const client = useClient()
  const { t } = useLingui()
  const [refusing, setRefusing] = useState(false)
  const decided = useDecided()
  const approve = useMutation({
    mutationFn: () => client.calls.send('certificationApprove', { body: { certificationId } }),
    onSuccess: async () => {
      await decided()
      notify(client, {
        tone: 'good',
        title: t`${companyName} is certified.`,
        text: t`Its service agreement awaits signature.`,
      })
    },
    // After a refusal the data is refetched too: another operator may have decided meanwhile.
    onError: decided,
  })
  const ask = async (): Promise<void> => {
    const warned = shares.length > 0
    const sure = await confirm(client, {
      title: warned ? t`Approve anyway?` : t`Certify ${companyName}?`,
      text: warned
        ? t`Other companies share data with this one. The warnings above say which and what it means.`
        : t`It may then read catalogues, and sign up for sales once its service agreement is signed. This cannot be taken back here.`,
      confirmLabel: t`Approve`,
    })
    if (sure) approve.mutate()
  }
  return (
    <>
      <p>
        <Trans>Compare name, credit code and legal person with the licence.</Trans>
      </p>
      <Next after={certificationId} quiet />
      <Button variant="line" onClick={() => setRefusing(true)}>
        <Icon name="cross" size={18} />
        <Trans>Return…</Trans>
      </Button>
      <ActButton busy={approve.isPending} onClick={() => void ask()}>
        <Icon name="check" size={18} />
        <Trans>Approve</Trans>
      </ActButton>
      {refusing && <Refuse certificationId={certificationId} onClose={() => setRefusing(false)} />}
    </>
  )
}

function Refuse({ certificationId, onClose }: { readonly certificationId: string; readonly onClose: () => void }) {
  const client = useClient()
  const { t } = useLingui()
  const decided = useDecided()
  const refuse = useMutation({
    mutationFn: (reason: string) => client.calls.send('certificationRefuse', { body: { certificationId, reason } }),
    onSuccess: async () => {
      onClose()
      await decided()
    },
    onError: decided,
  })
  return (
    <ReasonDialog
      title={t`Return the application`}
      about={t`The company sees this reason, corrects its form and submits it again.`}
      samples={[
        t`The licence cannot be read: please photograph all of it, in good light.`,
        t`The company name differs from the licence.`,
        t`The credit code differs from the licence.`,
        t`The legal person differs from the licence.`,
        t`The licence has expired.`,
      ]}
      confirmLabel={t`Return`}
      busy={refuse.isPending}
      onClose={onClose}
      onConfirm={(reason) => refuse.mutate(reason)}
    />
  )
}

function Decided({ application: { certificationId, state, reason, reviewedAt } }: Props) {
  const client = useClient()
  const when = reviewedAt && formatMoment(reviewedAt, client.locale)
  return (
    <>
      <output>
        <strong>{state === 'approved' ? <Trans>Approved {when}</Trans> : <Trans>Returned {when}</Trans>}</strong>
        {reason && (
          <>
            <br />
            {reason}
          </>
        )}
      </output>
      <Next after={certificationId} />
    </>
  )
}

/** Leads to the application that has waited longest, other than the current one. */
function Next({ after, quiet = false }: { readonly after: string; readonly quiet?: boolean }) {
  const client = useClient()
  const navigate = useNavigate()
  const { data } = useQuery(certificationsQuery({ size: 10 }))
  const others = data?.rows.filter(({ certificationId }) => certificationId !== after) ?? []
  const next = others[0]
  const button = useRef<HTMLSpanElement>(null)
  // After the decision the button takes the focus, so that Enter opens the next application.
  useEffect(() => {
    if (!quiet) button.current?.querySelector('button')?.focus()
  }, [quiet])
  const proceed = (): void => {
    // The decision is made: its tab closes.
    if (!quiet) markFormDone(client)
    void (next
      ? navigate({ to: '/desk/certification/$certificationId', params: { certificationId: next.certificationId } })
      : navigate({ to: '/desk/certification' }))
  }
  if (!next && quiet) return null
  return (
    <span ref={button}>
      <Button variant={quiet ? 'quiet' : 'fill'} onClick={proceed}>
        {next ? <Trans>Next application</Trans> : <Trans>No applications waiting: back to the list</Trans>}
        <Icon name="right" size={18} />
      </Button>
    </span>
  )
}
