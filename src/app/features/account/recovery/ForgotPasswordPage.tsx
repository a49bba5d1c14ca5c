import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from '../../../lib/form/useForm.ts'
import { deferred } from '../../../boot/deferred.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { lazyComponent } from '../../../boot/lazyComponent.tsx'
import { Steps } from '../../../ui/Steps.tsx'
import { NO_CODE, type Channel } from '../parts/code.ts'
import { Flow } from '../parts/Flow.tsx'
import { SkeletonSteps } from '../parts/SkeletonSteps.tsx'
import { Done } from './Done.tsx'
import { IdentityStep, type IdentityFields } from './IdentityStep.tsx'

const ResetStep = lazyComponent(() => import('./ResetStep.tsx').then((module) => module.ResetStep), {
  meanwhile: <SkeletonSteps />,
})

const fetchRules = () => import('../parts/schema.ts')
const RULES = {
  phone: deferred(() => fetchRules().then(({ Identity }) => Identity.phone)),
  email: deferred(() => fetchRules().then(({ Identity }) => Identity.email)),
}
const EMPTY: IdentityFields = { phone: '', email: '', ...NO_CODE }

/** Steps: identity check, new password, done (spec §4). Nothing is stored: a reload starts again. */
export function ForgotPasswordPage() {
  const { t } = useLingui()
  const { step = 1 } = useSearch({ from: '/forgotPassword' })
  const navigate = useNavigate({ from: '/forgotPassword' })
  const [channel, setChannel] = useState<Channel>('phone')
  const [pass, setPass] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  // Each channel has a form of its own, so that errors of one do not appear at the other.
  const phone = useForm({ name: 'recovery', version: 1, initial: EMPTY, schema: RULES.phone, draft: false })
  const email = useForm({ name: 'recovery-email', version: 1, initial: EMPTY, schema: RULES.email, draft: false })
  const identity = channel === 'phone' ? phone : email
  if ((step === 2 && pass === null) || (step === 3 && !done))
    return <Navigate to="/forgotPassword" search={{}} replace />
  const proven = (token: string): void => {
    setPass(token)
    void navigate({ search: { step: 2 } })
  }
  const changed = (): void => {
    setDone(true)
    void navigate({ search: { step: 3 }, replace: true })
  }
  const restart = (): void => {
    identity.set({ verificationCode: '', sent: null })
    setPass(null)
  }
  return (
    <Flow
      title={t`Recover the password`}
      heading={<Heading step={step} />}
      sub={
        step === 1 ? (
          <Trans>We send a code to your account’s phone or email address; use it to set a new password.</Trans>
        ) : undefined
      }
      progress={
        <Steps
          at={step === 3 ? 4 : step}
          names={[
            <Trans key="1">Identity check</Trans>,
            <Trans key="2">New password</Trans>,
            <Trans key="3">Done</Trans>,
          ]}
        />
      }
      aside={<Aside />}
      step={step}
    >
      {step === 3 ? (
        <Done />
      ) : step === 2 && pass !== null ? (
        <ResetStep pass={pass} onDone={changed} onRestart={restart} />
      ) : (
        <IdentityStep
          form={identity}
          channel={channel}
          onChannel={(next) => {
            setChannel(next)
            // A code belongs to the captcha it was requested with, and the other channel has a new captcha.
            identity.set(NO_CODE)
          }}
          onProven={proven}
        />
      )}
    </Flow>
  )
}

function Heading({ step }: { readonly step: number }) {
  switch (step) {
    case 1:
      return <Trans>Forgotten your password?</Trans>
    case 2:
      return <Trans>A new password</Trans>
    default:
      return <Trans>Your password is changed</Trans>
  }
}

function Aside() {
  return (
    <>
      <h2>
        <Trans>Back in a minute</Trans>
      </h2>
      <ul>
        <li>
          <Icon name="user" />
          <span>
            <Trans>We send a code to the phone or email address you registered with.</Trans>
          </span>
        </li>
        <li>
          <Icon name="retry" />
          <span>
            <Trans>You choose a new password; every device is signed out.</Trans>
          </span>
        </li>
        <li>
          <Icon name="alert" />
          <span>
            <Trans>We never ask you for a code or a password.</Trans>
          </span>
        </li>
      </ul>
    </>
  )
}
