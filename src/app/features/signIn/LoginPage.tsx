import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { safeRedirect } from '../../../client/session/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EndGrain } from '../../ui/EndGrain.tsx'
import { useTitle } from '../../ui/Page.tsx'
import { LoginForm } from './LoginForm.tsx'
import css from './LoginPage.module.css'
import { RoomForm } from './RoomForm.tsx'

export function LoginPage() {
  const { t } = useLingui()
  useTitle(t`Log in`)
  const navigate = useNavigate()
  const { redirect } = useSearch({ from: '/login' })
  const [toRoom, setToRoom] = useState(false)
  return (
    <div className={css.page}>
      <aside className={css.side}>
        <EndGrain large className={css.log} />
        <h2>
          <Trans>Timber, lot by lot, bid by bid.</Trans>
        </h2>
        <p>
          <Trans>
            Every bid is answered, every answer is on record, and what you have seen stays readable when the link is
            gone.
          </Trans>
        </p>
      </aside>
      <div className={css.main}>
        {toRoom ? (
          <RoomForm
            onEntered={(scheduleTimelineId) => void navigate({ to: '/venue/detail', search: { scheduleTimelineId } })}
          />
        ) : (
          <LoginForm
            purpose={
              redirect?.startsWith('/target/') ? (
                <Trans>Lot catalogues are open to certified companies. Log in to read them.</Trans>
              ) : undefined
            }
            onDone={() => void navigate({ href: safeRedirect(redirect, location.origin), replace: true })}
          />
        )}
        <p className={css.other}>
          <Button variant="quiet" onClick={() => setToRoom(!toRoom)}>
            {toRoom ? <Trans>Log in to the site instead</Trans> : <Trans>Join with a phone number</Trans>}
          </Button>
        </p>
      </div>
    </div>
  )
}
