import { Trans } from '@lingui/react/macro'
import { useSignedIn } from '../../lib/user.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SignInLink } from '../../ui/SignInLink.tsx'
import { SkeletonLine } from '../../ui/Skeleton.tsx'
import css from './Header.module.css'
import { useSignOut } from './useSignOut.ts'

/** The greeting with sign-out, or the links to sign in (spec §2). */
export function Account({ className }: { readonly className: string | undefined }) {
  const who = useSignedIn()
  const leave = useSignOut()
  if (who.kind === 'visitor')
    return (
      <SignInLink className={classes(css.way, className)}>
        <Trans>Please log in</Trans>
      </SignInLink>
    )
  const name = who.kind === 'user' ? who.user.name : null
  return (
    <span className={className}>
      <Disclosure icon="user" label={name === null ? <Loading /> : <Trans>Hello, {name}</Trans>}>
        {(close) => (
          <>
            {who.kind === 'user' && (
              <p className={css.who}>
                <strong>{who.user.company?.name ?? who.user.name}</strong>
                <span>{who.user.account}</span>
              </p>
            )}
            <Button
              variant="quiet"
              onClick={() => {
                close()
                void leave()
              }}
            >
              <Icon name="leave" size={18} />
              <Trans>Log out</Trans>
            </Button>
          </>
        )}
      </Disclosure>
    </span>
  )
}

/** While the account's name is loading, the button still has a name for screen readers. */
const Loading = () => (
  <>
    <SkeletonLine width="8ch" />
    <span className="visually-hidden">
      <Trans>User center</Trans>
    </span>
  </>
)

/** The head of a phone's menu: the signed-in account, or the links to sign in. */
export function AccountSheet({ onLeave }: { readonly onLeave: () => void }) {
  const who = useSignedIn()
  if (who.kind === 'visitor') {
    return (
      <SignInLink className={buttonClass({ wide: true })} onClick={onLeave}>
        <Trans>Log in</Trans>
      </SignInLink>
    )
  }
  return who.kind === 'user' ? (
    <p className={css.who}>
      <strong>{who.user.name}</strong>
      <span>{who.user.company?.name ?? who.user.account}</span>
    </p>
  ) : null
}

/** The foot of a phone's menu. */
export function LogOut({ onLeave }: { readonly onLeave: () => void }) {
  const who = useSignedIn()
  const leave = useSignOut()
  if (who.kind === 'visitor') return null
  return (
    <Button
      variant="line"
      wide
      onClick={() => {
        onLeave()
        void leave()
      }}
    >
      <Icon name="leave" size={18} />
      <Trans>Log out</Trans>
    </Button>
  )
}
