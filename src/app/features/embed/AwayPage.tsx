import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addressOf, isExample, withKey, type Outside } from '../../lib/outside.ts'
import { settingsQuery } from '../../lib/settings.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'
import { ReadProblem } from '../../ui/read/index.ts'
import css from './FramePage.module.css'
import { useClient } from '../../lib/client.ts'

/** A tab that redirects to another site. It fetches the key at the last moment and stores it nowhere. */
export function AwayPage() {
  const { t } = useLingui()
  const { to } = useSearch({ from: '/away' })
  const settings = useQuery(settingsQuery)
  const set = to && settings.data ? addressOf(settings.data, to) : null
  // An example address is not a real site: the page says so and sends no key.
  const address = set && !isExample(set) ? set : null
  return (
    <Page title={t`Leaving`} narrow>
      {to && address ? (
        <Leaving to={to} address={address} />
      ) : settings.isError ? (
        <ReadProblem alone read={settings} />
      ) : to && settings.isPending ? (
        <Going />
      ) : (
        <Empty
          alone
          title={<Trans>This link is not configured yet.</Trans>}
          action={
            <Link to="/index" className={buttonClass()}>
              <Trans>View sales</Trans>
            </Link>
          }
        >
          <Trans>The operator has not configured this site yet.</Trans>
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
  const client = useClient()
  const signedIn = client.session.token.get() !== null
  const key = useQuery({
    queryKey: ['externalKey', to],
    queryFn: ({ signal }) => client.calls.send('externalKey', {}, { signal }),
    enabled: signedIn,
    // The key is valid once: it is neither cached on the device nor refetched automatically.
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
    // The other site must not see the referring page.
    const policy = document.createElement('meta')
    policy.name = 'referrer'
    policy.content = 'no-referrer'
    document.head.append(policy)
    location.replace(href)
  }, [href])
  if (!key.isError) return <Going />
  return (
    <ReadProblem
      alone
      read={key}
      action={
        <a className={buttonClass({ variant: 'line' })} href={address.href} referrerPolicy="no-referrer">
          <Trans>Continue without signing in there</Trans>
        </a>
      }
    />
  )
}
