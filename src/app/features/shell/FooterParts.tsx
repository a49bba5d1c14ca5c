import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { AnswerOf } from '../../../client/calls/index.ts'
import { SCREENS } from '../../../contract/screens.ts'
import { useMinute } from '../../lib/clock/useNow.ts'
import { hasPermission } from '../../lib/permissions.ts'
import { settingsQuery } from '../../lib/settings.ts'
import { useWho } from '../../lib/user.ts'
import { pathTo } from '../../boot/navigation/index.ts'
import { lazyComponent } from '../../boot/lazyComponent.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import css from './FooterParts.module.css'
import { useClient } from '../../lib/client.ts'

const QrCode = lazyComponent(() => import('../../ui/QrCode.tsx').then((module) => module.QrCode), {
  meanwhile: <span className={css.code} />,
  unasked: true,
})

/** Help, payment, questions, the app, about, the phone and the licences, with texts by the operator (spec §2). */
export function FooterParts() {
  const { t } = useLingui()
  const { data: settings } = useQuery(settingsQuery)
  // Without an answer only the links are shown.
  return (
    <div className={css.parts}>
      <nav className={css.links} aria-label={t`Rules and agreements`}>
        <PathLink href={pathTo('/rules')}>
          <Trans>Bidding rules</Trans>
        </PathLink>
        <PathLink href={pathTo('/service')}>
          <Trans>User service agreement</Trans>
        </PathLink>
        <PathLink href={pathTo('/privacy')}>
          <Trans>Privacy policy</Trans>
        </PathLink>
        <PathLink href={pathTo('/rules/list', {}, 'help')}>
          <Trans>Rules and help</Trans>
        </PathLink>
        {/* A page of the server, not of the app: it stands where the app does not load. */}
        <a href="/status">
          <Trans>Service status</Trans>
        </a>
      </nav>
      {settings && <Said settings={settings} />}
    </div>
  )
}

function Said({ settings }: { readonly settings: AnswerOf<'settings'> }) {
  const client = useClient()
  const locale = client.locale
  const { t } = useLingui()
  const { help, payment, question, about, appAddress } = settings
  const app = appAddress || location.origin
  const parts = [
    <Part key="help" id="help" title={<Trans>Help</Trans>}>
      {help[locale]}
    </Part>,
    <Part key="payment" id="payment" title={<Trans>Payment</Trans>}>
      {payment[locale]}
    </Part>,
    <Part key="question" id="question" title={<Trans>Questions</Trans>}>
      {question[locale]}
    </Part>,
    <Part key="about" id="about" title={<Trans>About</Trans>}>
      {about[locale]}
    </Part>,
    <section key="app" className={css.app} aria-labelledby="foot-app">
      <h2 id="foot-app">
        <Trans>On your phone</Trans>
      </h2>
      <QrCode text={app} alt={t`QR code of the app: ${app}`} className={css.code} />
      <p>
        <Trans>Scan to open it on your phone; add it to the home screen to have it at hand.</Trans>
      </p>
    </section>,
  ]
  const drawn = useOneByOne(parts.length)
  return (
    <>
      <div className={css.grid}>{parts.slice(0, drawn)}</div>
      {drawn === parts.length && (
        <>
          <Contact settings={settings} />
          <Legal settings={settings} />
        </>
      )}
    </>
  )
}

function Contact({ settings: { phone, companyAddress } }: { readonly settings: AnswerOf<'settings'> }) {
  const client = useClient()
  const address = companyAddress[client.locale]
  const may = useMaySettle()
  if (phone === '' && address === '' && !may) return null
  return (
    <div className={css.contact}>
      {phone === '' && may && (
        <ToSettle>
          <Trans>The hotline is missing</Trans>
        </ToSettle>
      )}
      {phone !== '' && (
        <p>
          <Trans>Contact:</Trans> <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
        </p>
      )}
      {address !== '' && <address>{address}</address>}
    </div>
  )
}

function Legal({ settings: { copyright, licences } }: { readonly settings: AnswerOf<'settings'> }) {
  const client = useClient()
  const owner = copyright[client.locale]
  const year = new Date(useMinute()).getFullYear()
  const may = useMaySettle()
  return (
    <div className={css.legal}>
      {owner !== '' && (
        <p>
          © {year} {owner}
        </p>
      )}
      {owner === '' && may && (
        <ToSettle>
          <Trans>The copyright is missing</Trans>
        </ToSettle>
      )}
      {licences.length === 0 && may && (
        <ToSettle>
          <Trans>The licences are missing</Trans>
        </ToSettle>
      )}
      {licences.map((licence) => (
        <p key={licence}>{licence}</p>
      ))}
      <p>
        <Trans>All times are Beijing time (UTC+8). Prices are per unit, tax as stated in the lot.</Trans>
      </p>
    </div>
  )
}

/** A missing text is marked only for operators who may edit the settings. */
function useMaySettle(): boolean {
  const who = useWho()
  return who.kind === 'user' && hasPermission(who.user, 'system:settings:edit')
}

function ToSettle({ children }: { readonly children: ReactNode }) {
  return (
    <PathLink href={SCREENS.DeskSettings.path} className={css.missing}>
      <Icon name="alert" size={14} />
      {children}
    </PathLink>
  )
}

/** Draws one more part per frame: drawing all at once would delay input on a slow phone. */
function useOneByOne(all: number): number {
  const [drawn, setDrawn] = useState(1)
  useEffect(() => {
    if (drawn >= all) return
    let next: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      next = setTimeout(() => setDrawn(drawn + 1))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(next)
    }
  }, [drawn, all])
  return drawn
}

function Part({ id, title, children }: { readonly id: string; readonly title: ReactNode; readonly children: string }) {
  if (children === '') return null
  return (
    <section aria-labelledby={`foot-${id}`} id={id}>
      <h2 id={`foot-${id}`}>{title}</h2>
      <p>{children}</p>
    </section>
  )
}
