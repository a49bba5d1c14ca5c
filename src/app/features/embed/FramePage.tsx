import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { mayFrame } from '../../lib/outside.ts'
import { settingsQuery } from '../../lib/settings.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Page, useTitle } from '../../ui/Page.tsx'
import { ReadProblem } from '../../ui/read/index.ts'
import css from './FramePage.module.css'

/** A third-party page in a sandboxed frame; only addresses on the operator's list. */
export function FramePage() {
  const { t } = useLingui()
  const { src } = useSearch({ from: '/_signedIn/frame' })
  const settings = useQuery(settingsQuery)
  const page = settings.data && mayFrame(src, settings.data.frames, location.origin)
  if (page) return <Frame key={page.href} page={page} />
  if (settings.data) {
    return (
      <Page title={t`Embedded page`} narrow>
        <Empty alone title={<Trans>This page may not be shown here.</Trans>}>
          <Trans>Only pages that the operator has allowed open inside this site.</Trans>
        </Empty>
      </Page>
    )
  }
  return (
    <Page title={t`Embedded page`} narrow>
      {settings.isError ? <ReadProblem read={settings} /> : <Loading />}
    </Page>
  )
}

const Loading = () => (
  <output className={css.loading}>
    <Trans>Loading the page, please wait!</Trans>
  </output>
)

function Frame({ page }: { readonly page: URL }) {
  const { t } = useLingui()
  const [loaded, setLoaded] = useState(false)
  useTitle(page.host)
  const { host } = page
  return (
    <div className={css.frame}>
      {!loaded && <Loading />}
      <iframe
        src={page.href}
        title={t`Page of ${host}`}
        // The page's origin differs from ours, so it may use its own storage, but it cannot navigate our window or tab.
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
    </div>
  )
}
