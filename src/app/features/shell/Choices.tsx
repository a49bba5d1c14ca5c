import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { switchLocale } from '../../lib/i18n/index.ts'
import { chooseLayout, type Layout, layoutOf } from '../../lib/layout.ts'
import { useStore } from '../../lib/useStore.ts'
import { InstallApp } from '../../boot/pwa/InstallApp.tsx'
import { PlainButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './Choices.module.css'
import { LANGUAGES } from './languages.ts'
import { useClient } from '../../lib/client.ts'

interface ChoiceProps {
  readonly chosen: boolean
  readonly onChoose: () => void
  readonly lang?: string
  readonly children: ReactNode
}

function Choice({ chosen, onChoose, lang, children }: ChoiceProps) {
  return (
    <button type="button" className={css.choice} aria-pressed={chosen} lang={lang} onClick={onChoose}>
      {children}
      {chosen && (
        <span className={css.check}>
          <Icon name="check" size={18} />
        </span>
      )}
    </button>
  )
}

export function Languages() {
  const client = useClient()
  return (
    <div className={css.list}>
      {LANGUAGES.map(({ locale, name, lang }) => (
        <PlainButton
          key={locale}
          className={css.choice}
          lang={lang}
          aria-pressed={locale === client.locale}
          disabled={locale === client.locale}
          onClick={() => switchLocale(client, locale)}
        >
          {name}
          {locale === client.locale && (
            <span className={css.check}>
              <Icon name="check" size={18} />
            </span>
          )}
        </PlainButton>
      ))}
    </div>
  )
}

const THEMES = ['#409EFF', '#018C39'] as const satisfies readonly Layout['theme'][]
const SCHEMES = ['device', 'light', 'dark'] as const satisfies readonly Layout['scheme'][]

export function Display() {
  const client = useClient()
  const chosen = useStore(layoutOf(client))
  return (
    <div className={css.list}>
      <p className={css.title}>
        <Trans>Brightness</Trans>
      </p>
      {SCHEMES.map((scheme) => (
        <Choice key={scheme} chosen={chosen.scheme === scheme} onChoose={() => chooseLayout(client, { scheme })}>
          <SchemeName scheme={scheme} />
        </Choice>
      ))}
      <p className={css.title}>
        <Trans>Colour</Trans>
      </p>
      {THEMES.map((theme) => (
        <Choice key={theme} chosen={chosen.theme === theme} onChoose={() => chooseLayout(client, { theme })}>
          <span className={css.swatch} data-theme={theme === '#409EFF' ? 'blue' : 'green'} />
          {theme === '#409EFF' ? <Trans>Blue</Trans> : <Trans>Green</Trans>}
        </Choice>
      ))}
      <p className={css.title}>
        <Trans>Data</Trans>
      </p>
      <Choice chosen={chosen.saveData} onChoose={() => chooseLayout(client, { saveData: !chosen.saveData })}>
        <Trans>Save data: pictures when asked for</Trans>
      </Choice>
      <InstallApp />
    </div>
  )
}

function SchemeName({ scheme }: { readonly scheme: Layout['scheme'] }) {
  switch (scheme) {
    case 'device':
      return <Trans>Match system</Trans>
    case 'light':
      return <Trans>Light</Trans>
    case 'dark':
      return <Trans>Dark</Trans>
  }
}
