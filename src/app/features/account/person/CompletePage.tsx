import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useStore } from '../../../lib/useStore.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Steps } from '../../../ui/Steps.tsx'
import { Flow } from '../parts/Flow.tsx'
import { WhatFor } from '../registration/WhatFor.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfileLoader } from './ProfileLoader.tsx'
import { useClient } from '../../../lib/client.ts'

/** After registering, the person completes the profile, and goes on to the company. */
export function CompletePage() {
  const client = useClient()
  const { t } = useLingui()
  const navigate = useNavigate()
  const token = useStore(client.session.token)
  return (
    <Flow
      title={t`Complete your profile`}
      heading={<Trans>Complete your profile</Trans>}
      sub={
        token === null ? undefined : (
          <Trans>
            Your account is ready and you are signed in. Please check your details and add how best to reach you.
          </Trans>
        )
      }
      progress={
        <Steps
          at={2}
          names={[
            <Trans key="1">Country and account</Trans>,
            <Trans key="2">Your account</Trans>,
            <Trans key="3">Your company</Trans>,
          ]}
        />
      }
      aside={<WhatFor />}
      step={0}
    >
      {token === null ? (
        <Visitor />
      ) : (
        <ProfileLoader>
          {(profile) => (
            <ProfileForm
              profile={profile}
              button={<Trans>Save and go on to my company</Trans>}
              onSaved={() => void navigate({ to: '/register', search: { step: 3 } })}
            >
              <Link to="/user/account" className={buttonClass({ variant: 'quiet', wide: true })}>
                <Trans>Later: take me to my account</Trans>
              </Link>
            </ProfileForm>
          )}
        </ProfileLoader>
      )}
    </Flow>
  )
}

function Visitor() {
  return (
    <Empty
      title={<Trans>Please log in first.</Trans>}
      action={
        <>
          <Link to="/login" search={{ redirect: '/complete' }} className={buttonClass()}>
            <Trans>Log in</Trans>
          </Link>
          <Link to="/register" className={buttonClass({ variant: 'line' })}>
            <Trans>Register</Trans>
          </Link>
        </>
      }
    >
      <Trans>A profile belongs to an account.</Trans>
    </Empty>
  )
}
