import { Trans } from '@lingui/react/macro'

export function HomePage() {
  return (
    <main>
      <h1>
        <Trans>Timber Sale Room</Trans>
      </h1>
    </main>
  )
}
