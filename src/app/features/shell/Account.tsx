import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useStore } from '../../lib/useStore.ts'
import { useWho } from '../../lib/user.ts'
import { here, pathTo } from '../../lib/way/index.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { Bone } from '../../ui/Skeleton.tsx'
import css from './Header.module.css'
import { useQuit } from './useQuit.ts'

function LoginLink({
  className,
  onClick,
  children,
}: {
  readonly className?: string
  readonly onClick?: () => void
  readonly children: ReactNode
}) {
  const { pathname, href } = useStore(here)
  const search = pathname === '/login' || pathname === '/index' ? {} : { redirect: href }
  return (
    <PathLink href={pathTo('/login', search)} className={className} {...(onClick && { onClick })}>
      {children}
    </PathLink>
  )
}

export function Greeting() {
  const who = useWho()
  switch (who.kind) {
    case 'visitor':
      return (
        <>
          <Trans>Welcome.</Trans>{' '}
          <LoginLink>
            <Trans>Please log in</Trans>
          </LoginLink>
        </>
      )
    case 'unknown':
      return <Bone width="12ch" />
    case 'user': {
      const { name } = who.user
      return <Trans>Hello, {name}</Trans>
    }
  }
}

export function Account() {
  const who = useWho()
  const quit = useQuit()
  // The greeting has the way in.
  if (who.kind === 'visitor') return null
  return (
    <Disclosure icon="user" label={who.kind === 'user' ? who.user.name : '…'}>
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
              void quit()
            }}
          >
            <Icon name="leave" size={18} />
            <Trans>Log out</Trans>
          </Button>
        </>
      )}
    </Disclosure>
  )
}

export function AccountSheet({ onLeave }: { readonly onLeave: () => void }) {
  const who = useWho()
  const quit = useQuit()
  if (who.kind === 'visitor') {
    return (
      <LoginLink className={buttonClass({ wide: true })} onClick={onLeave}>
        <Trans>Log in</Trans>
      </LoginLink>
    )
  }
  return (
    <div className={css.sheet}>
      {who.kind === 'user' && (
        <p className={css.who}>
          <strong>{who.user.name}</strong>
          <span>{who.user.company?.name ?? who.user.account}</span>
        </p>
      )}
      <Button
        variant="line"
        wide
        onClick={() => {
          onLeave()
          void quit()
        }}
      >
        <Icon name="leave" size={18} />
        <Trans>Log out</Trans>
      </Button>
    </div>
  )
}
