import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { describeError } from '../../../client/calls/describe.ts'
import { isCallError } from '../../../client/calls/index.ts'
import { link } from '../../../client/link/index.ts'
import { useStore } from '../../lib/useStore.ts'
import { beginAnew } from '../../boot/pwa/beginAnew.ts'
import { isMissingPart } from '../../boot/pwa/missingPart.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Failed } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'

interface Props {
  readonly error: unknown
  /** Asks anew for what the page shows. */
  readonly onRetry?: () => void
}

/** A page that broke. What was typed and queued lives outside of it. */
export function Broken({ error, onRetry }: Props) {
  const { t, i18n } = useLingui()
  const away = useStore(link).kind === 'offline'
  // Also when the link comes back.
  useEffect(() => {
    if (!away) void beginAnew(error)
  }, [error, away])
  const retry = (): void => {
    // A part of the app that never came stays failed in this page load; only a fresh one asks for it again.
    if (onRetry && isCallError(error)) onRetry()
    else location.reload()
  }
  return (
    <Page title={t`Something went wrong`} narrow>
      <Failed
        alone
        {...(isCallError(error) ? { problem: describeError(error, i18n) } : { title: <What error={error} /> })}
        action={
          <>
            <Button onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
            <a className={buttonClass({ variant: 'line' })} href="/index">
              <Trans>Back to home</Trans>
            </a>
          </>
        }
      >
        {isMissingPart(error) && away ? (
          <Trans>It loads automatically when the connection is back. Nothing you saved or sent is lost.</Trans>
        ) : (
          <Trans>Nothing you saved or sent is lost. Try again, or go back to the home page.</Trans>
        )}
      </Failed>
    </Page>
  )
}

function What({ error }: { readonly error: unknown }) {
  if (isMissingPart(error)) return <Trans>This screen is not available offline yet.</Trans>
  return <Trans>This page could not be shown.</Trans>
}
