import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { send } from '../../lib/api/index.ts'
import { addressOf, withKey, type Outside } from '../../lib/outside.ts'
import { sellerToken } from '../../lib/session/index.ts'
import { settingsQuery } from '../../lib/settings.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Empty, Failed } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'
import { useProblem } from '../../ui/useProblem.ts'
import css from './FramePage.module.css'

/** A tab on its way to another site: it fetches a key at the last moment, keeps it nowhere, and goes. */
export function AwayPage() {
  const { t } = useLingui()
  const { to } = useSearch({ from: '/away' })
  const settings = useQuery(settingsQuery)
  const problem = useProblem()
  const address = to && settings.data ? addressOf(settings.data, to) : null
  return (
    <Page title={t`Leaving`} narrow>
      {to && address ? (
        <Leaving to={to} address={address} />
      ) : settings.isError ? (
        <Failed
          alone
          title={problem(settings.error)}
          action={
            <Button onClick={() => void settings.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
      ) : to && settings.isPending ? (
        <Going />
      ) : (
        <Empty
          alone
          title={<Trans>This link leads nowhere yet.</Trans>}
          action={
            <Link to="/index" className={buttonClass()}>
              <Trans>To the sales</Trans>
            </Link>
          }
        >
          <Trans>The operator has not said where the site is.</Trans>
        </Empty>
      )}
    </Page>
  )
}

const Going = () => (
  <output className={css.away}>
    <Trans>On the way…</Trans>
  </output>
)

function Leaving({ to, address }: { readonly to: Outside; readonly address: URL }) {
  const problem = useProblem()
  const signedIn = sellerToken.get() !== null
  const key = useQuery({
    queryKey: ['externalKey', to],
    queryFn: ({ signal }) => send('externalKey', {}, { signal }),
    enabled: signedIn,
    // Of one use: neither remembered on the device nor fetched a second time by itself.
    meta: { fleeting: true },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const href = signedIn ? key.data && withKey(address, key.data.key) : address.href
  useEffect(() => {
    if (href === undefined) return
    // The other site must not learn where one came from.
    const policy = document.createElement('meta')
    policy.name = 'referrer'
    policy.content = 'no-referrer'
    document.head.append(policy)
    location.replace(href)
  }, [href])
  if (!key.isError) return <Going />
  return (
    <Failed
      alone
      title={problem(key.error)}
      action={
        <>
          <Button onClick={() => void key.refetch()}>
            <Trans>Try again</Trans>
          </Button>
          <a className={buttonClass({ variant: 'line' })} href={address.href} referrerPolicy="no-referrer">
            <Trans>Go without signing in there</Trans>
          </a>
        </>
      }
    />
  )
}
