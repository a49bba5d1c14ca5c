import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { describeError } from '../../../client/calls/describe.ts'
import { isCallError } from '../../../client/calls/index.ts'
import { useStore } from '../../lib/useStore.ts'
import { lazyComponent } from '../../boot/lazyComponent.tsx'
import { beginAnew } from '../../boot/pwa/beginAnew.ts'
import { isMissingPart } from '../../boot/pwa/missingPart.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Failed } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'
import { useClient } from '../../lib/client.ts'

interface Props {
  readonly error: unknown
  /** Refetches the page's data. */
  readonly onRetry?: () => void
}

/**
 * In place of a page that crashes. Drafts and queued uploads are stored outside of the page, so they survive. A page that
 * another program changed, such as a translator, is set up anew at once.
 */
export function Broken({ reset, ...props }: Props & { readonly reset: () => void }) {
  const crashed = <Crashed {...props} />
  return props.error instanceof DOMException ? (
    <Mended error={props.error} reset={reset}>
      {crashed}
    </Mended>
  ) : (
    crashed
  )
}

const Mended = lazyComponent(() => import('./Mended.tsx').then((module) => module.Mended))

function Crashed({ error, onRetry }: Props) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const away = useStore(client.link.state).kind === 'offline'
  // Retries when the link comes back, too.
  useEffect(() => (away ? undefined : beginAnew(client, error)), [client, error, away])
  const retry = (): void => {
    // A chunk that failed to load stays failed in this page load; only a reload fetches it again.
    if (onRetry && isCallError(error)) onRetry()
    else location.reload()
  }
  return (
    <Page title={t`Something went wrong`} narrow>
      <Failed
        alone
        {...(isCallError(error)
          ? { problem: describeError(error, i18n) }
          : {
              title: isMissingPart(error) ? (
                <Trans>This part of the page has not loaded.</Trans>
              ) : (
                <Trans>This page could not be shown.</Trans>
              ),
            })}
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
