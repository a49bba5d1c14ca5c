import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { describeError } from '../../../client/calls/describe.ts'
import { pathTo } from '../../boot/navigation/index.ts'
import { Button, buttonClass } from '../Button.tsx'
import { Failed } from '../Empty.tsx'
import { PathLink } from '../PathLink.tsx'
import { SignInLink } from '../SignInLink.tsx'
import { troubleOf, type Read } from './troubleOf.ts'

interface Props {
  readonly read: Omit<Read, 'dataUpdatedAt'>
  /** The message is the whole page, so its title is the page's heading. */
  readonly alone?: boolean
  /** The message when the lost link is the only cause. */
  readonly offline?: ReactNode
  /** An alternative action. */
  readonly action?: ReactNode
}

/** Replaces a missing answer: the reason, in the server's words if it gave any, and the remedy. */
export function ReadProblem({ read, alone = false, offline, action }: Props) {
  const { i18n } = useLingui()
  const trouble = troubleOf(read.error)
  return (
    <Failed
      alone={alone}
      problem={describeError(read.error, i18n)}
      action={
        <>
          {trouble === 'signIn' ? (
            <SignInLink className={buttonClass()}>
              <Trans>Sign in again</Trans>
            </SignInLink>
          ) : trouble === 'secondFactor' ? (
            <PathLink href={pathTo('/user/account')} className={buttonClass()}>
              <Trans>Set up a second factor</Trans>
            </PathLink>
          ) : (
            <Button busy={read.isFetching} onClick={() => void read.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          )}
          {action}
        </>
      }
    >
      {trouble === 'signIn' ? (
        <Trans>You come back here afterwards. What you typed is kept.</Trans>
      ) : (
        trouble === 'link' &&
        (offline ?? (
          <Trans>
            Not available offline: this has not been opened on this device yet. It loads when you are back online.
          </Trans>
        ))
      )}
    </Failed>
  )
}
