import { Trans, useLingui } from '@lingui/react/macro'
import { describeError } from '../../../client/calls/describe.ts'
import { Button, buttonClass } from '../Button.tsx'
import { SignInLink } from '../SignInLink.tsx'
import css from './ReadAge.module.css'
import { troubleOf, type Read } from './troubleOf.ts'

/** The reason why data on screen was not refreshed. A lost link is reported by the link strip above every page. */
export function StaleNote({ read }: { readonly read: Read }) {
  const { i18n } = useLingui()
  const trouble = troubleOf(read.error)
  if (trouble === 'link') return null
  const small = { variant: 'line', size: 'small' } as const
  return (
    <output className={css.note}>
      <span>{describeError(read.error, i18n).title}</span>
      {trouble === 'signIn' ? (
        <SignInLink className={buttonClass(small)}>
          <Trans>Sign in again</Trans>
        </SignInLink>
      ) : (
        <Button {...small} busy={read.isFetching} onClick={() => void read.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </output>
  )
}
