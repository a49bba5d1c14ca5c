import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { currentLocale, switchLocale, type Locale } from '../../lib/i18n/index.ts'
import { chooseLayout, layout, type Layout } from '../../lib/layout.ts'
import { useStore } from '../../lib/useStore.ts'
import { InstallApp } from '../../boot/pwa/InstallApp.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './Choices.module.css'

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

/** Each language in its own words. The current one is disabled (spec §2). */
const LANGUAGES: readonly { readonly locale: Locale; readonly name: string; readonly lang: string }[] = [
  { locale: 'zh', name: '简体中文', lang: 'zh-CN' },
  { locale: 'en', name: 'English', lang: 'en' },
]
export const languageName = (): string => LANGUAGES.find(({ locale }) => locale === currentLocale())?.name ?? ''

export function Languages() {
  return (
    <div className={css.list}>
      {LANGUAGES.map(({ locale, name, lang }) => (
        <button
          key={locale}
          type="button"
          className={css.choice}
          lang={lang}
          disabled={locale === currentLocale()}
          onClick={() => switchLocale(locale)}
        >
          {name}
          {locale === currentLocale() && (
            <span className={css.check}>
              <Icon name="check" size={18} />
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

const THEMES = ['#409EFF', '#018C39'] as const satisfies readonly Layout['theme'][]
const SCHEMES = ['device', 'light', 'dark'] as const satisfies readonly Layout['scheme'][]

export function Display() {
  const chosen = useStore(layout)
  return (
    <div className={css.list}>
      <p className={css.title}>
        <Trans>Brightness</Trans>
      </p>
      {SCHEMES.map((scheme) => (
        <Choice key={scheme} chosen={chosen.scheme === scheme} onChoose={() => chooseLayout({ scheme })}>
          <SchemeName scheme={scheme} />
        </Choice>
      ))}
      <p className={css.title}>
        <Trans>Colour</Trans>
      </p>
      {THEMES.map((theme) => (
        <Choice key={theme} chosen={chosen.theme === theme} onChoose={() => chooseLayout({ theme })}>
          <span className={css.swatch} style={{ background: theme }} />
          {theme === '#409EFF' ? <Trans>Blue</Trans> : <Trans>Green</Trans>}
        </Choice>
      ))}
      <p className={css.title}>
        <Trans>Data</Trans>
      </p>
      <Choice chosen={chosen.saveData} onChoose={() => chooseLayout({ saveData: !chosen.saveData })}>
        <Trans>Save data: pictures when asked for</Trans>
      </Choice>
      <InstallApp />
    </div>
  )
}

function SchemeName({ scheme }: { readonly scheme: Layout['scheme'] }) {
  switch (scheme) {
    case 'device':
      return <Trans>As the device</Trans>
    case 'light':
      return <Trans>Light</Trans>
    case 'dark':
      return <Trans>Dark</Trans>
  }
}
