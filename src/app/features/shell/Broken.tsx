import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { describeError } from '../../lib/api/describe.ts'
import { isCallError } from '../../lib/api/index.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Failed } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'

/** A page that broke. What was typed and queued lives outside of it. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const { i18n, t } = useLingui()
  const router = useRouter()
  const retry = (): void => {
    // A part of the app that never came stays failed in this page load; only a fresh one asks for it again.
    if (isCallError(error)) void router.invalidate().then(reset)
    else location.reload()
  }
  return (
    <Page title={t`Something went wrong`} narrow>
      <Failed
        alone
        title={isCallError(error) ? describeError(error, i18n).title : <Trans>This page could not be shown.</Trans>}
        action={
          <>
            <Button onClick={retry}><Trans>Try again</Trans></Button>
            <a className={buttonClass({ variant: 'line' })} href="/index"><Trans>Back to home</Trans></a>
          </>
        }
      >
        <Trans>Nothing you saved or sent is lost. Try again, or go back to the home page.</Trans>
      </Failed>
    </Page>
  )
}
