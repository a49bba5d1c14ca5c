import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useForm } from '../../../lib/form/useForm.ts'
import { deferred } from '../../../boot/deferred.ts'
import { useStore } from '../../../lib/useStore.ts'
import { lazyComponent } from '../../../boot/lazyComponent.tsx'
import { Steps } from '../../../ui/Steps.tsx'
import { Flow } from '../parts/Flow.tsx'
import { SkeletonSteps } from '../parts/SkeletonSteps.tsx'
import { CompanyStep } from './CompanyStep.tsx'
import { KindStep } from './KindStep.tsx'
import { NO_REGISTRANT, noKind, REGISTRANT_SECRETS } from './forms.ts'
import { SignedInAlready } from './SignedInAlready.tsx'
import { WhatFor } from './WhatFor.tsx'
import { useClient } from '../../../lib/client.ts'

/** A chunk of its own, fetched as soon as the first step is filled in. */
const UserStep = lazyComponent(() => import('./UserStep.tsx').then((module) => module.UserStep), {
  meanwhile: <SkeletonSteps />,
})

const fetchRules = () => import('../parts/schema.ts')
const RULES = {
  kind: deferred(() => fetchRules().then(({ Kind }) => Kind)),
  user: deferred(() => fetchRules().then(({ Registrant }) => Registrant)),
}

interface Props {
  /** The form of step 3, supplied by another feature. */
  readonly company?: ReactNode
}

/**
 * Registration in three steps (spec §2). The page holds both forms, so that a step back keeps the fields that are never
 * stored.
 */
export function RegisterPage({ company }: Props) {
  const client = useClient()
  const { t } = useLingui()
  const { step = 1 } = useSearch({ from: '/register' })
  const token = useStore(client.session.token)
  /**
   * The token on arrival: registering signs in on the way to the next page, which must not count as arriving signed in.
   */
  const [arrivedWith, setArrivedWith] = useState(token)
  if (token === null && arrivedWith !== null) setArrivedWith(null)
  const navigate = useNavigate({ from: '/register' })
  const kind = useForm({
    name: 'register-kind',
    version: 1,
    initial: useState(() => noKind(client))[0],
    schema: RULES.kind,
  })
  const user = useForm({
    name: 'register',
    version: 1,
    initial: NO_REGISTRANT,
    schema: RULES.user,
    secret: REGISTRANT_SECRETS,
  })
  const known = kind.valid
  // A direct visit to the second step returns to the first while that is incomplete. After a reload the first step's
  // draft completes it, however late a slow device reads it.
  useEffect(() => {
    if (step === 2) void RULES.kind.fetch().catch(() => null)
  }, [step])
  useEffect(() => {
    if (known) void UserStep.fetch(client)
  }, [client, known])
  if (step === 2 && kind.settled && known === false && arrivedWith === null)
    return <Navigate to="/register" search={{}} replace />
  if (step === 3 && company === undefined) return <Navigate to="/user/account" replace />

  if (step !== 3 && arrivedWith !== null) return <SignedInAlready />

  return (
    <Flow
      title={t`Register`}
      heading={<Heading step={step} />}
      sub={<Sub step={step} />}
      progress={
        <Steps
          at={step}
          names={[
            <Trans key="1">Country and account</Trans>,
            <Trans key="2">Your account</Trans>,
            <Trans key="3">Your company</Trans>,
          ]}
        />
      }
      aside={step === 3 ? undefined : <WhatFor />}
      step={step}
    >
      {step === 3 ? (
        <CompanyStep>{company}</CompanyStep>
      ) : step === 1 ? (
        <KindStep form={kind} onNext={() => void navigate({ search: { step: 2 } })} />
      ) : (
        <UserStep kind={kind} form={user} />
      )}
    </Flow>
  )
}

function Heading({ step }: { readonly step: number }) {
  switch (step) {
    case 1:
      return <Trans>Where are you, and what brings you here?</Trans>
    case 2:
      return <Trans>Who are you?</Trans>
    default:
      return <Trans>Your company</Trans>
  }
}

function Sub({ step }: { readonly step: number }) {
  switch (step) {
    case 1:
      return <Trans>Three steps, about five minutes. What you type is kept on this device until you send it.</Trans>
    case 2:
      return <Trans>The account is yours; your company follows in the last step.</Trans>
    default:
      return <Trans>Only certified companies see catalogues, bid and sell. You can also do this later.</Trans>
  }
}
