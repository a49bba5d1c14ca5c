import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { EndGrain } from '../../ui/EndGrain.tsx'
import { useTitle } from '../../ui/Page.tsx'
import { safeRedirect } from '../../lib/session/index.ts'
import { LoginForm } from './LoginForm.tsx'
import css from './LoginPage.module.css'

export function LoginPage() {
  const { t } = useLingui()
  useTitle(t`Log in`)
  const navigate = useNavigate()
  const { redirect } = useSearch({ from: '/login' })
  return (
    <div className={css.page}>
      <aside className={css.side}>
        <EndGrain large className={css.log} />
        <h2><Trans>Timber, lot by lot, bid by bid.</Trans></h2>
        <p><Trans>Every bid is answered, every answer is on record, and what you have seen stays readable when the link is gone.</Trans></p>
      </aside>
      <div className={css.main}>
        <LoginForm onDone={() => void navigate({ href: safeRedirect(redirect, location.origin), replace: true })} />
      </div>
    </div>
  )
}
