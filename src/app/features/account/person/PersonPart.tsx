import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { countryName } from '../../../lib/countries.ts'
import { formatLongDay } from '../../../lib/format/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { notify } from '../../../ui/toast.ts'
import { EmailProof } from './EmailProof.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import css from './PersonPart.module.css'
import type { Profile } from './profile.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfileLoader } from './ProfileLoader.tsx'
import { useClient } from '../../../lib/client.ts'

/** The personal section of /user/account: proven account data, profile, password. */
export function PersonPart() {
  const client = useClient()
  const { t } = useLingui()
  return (
    <ProfileLoader>
      {(profile) => (
        <>
          <Part title={<Trans>My account</Trans>} about={<Trans>To change one of these, call customer service.</Trans>}>
            <Facts profile={profile} />
            {profile.email !== null && !profile.emailProven ? <EmailProof email={profile.email} /> : null}
          </Part>
          <div className={css.pair}>
            <Part title={<Trans>My profile</Trans>}>
              <div className={css.form}>
                <ProfileForm
                  key={JSON.stringify(profile)}
                  profile={profile}
                  button={<Trans>Save</Trans>}
                  onSaved={() => notify(client, { tone: 'good', title: t`Your profile is saved.`, key: 'profile' })}
                />
              </div>
            </Part>
            <Password account={profile.account} />
          </div>
        </>
      )}
    </ProfileLoader>
  )
}

interface PartProps {
  readonly title: ReactNode
  readonly about?: ReactNode
  readonly children: ReactNode
}

function Part({ title, about, children }: PartProps) {
  return (
    <section className={css.part}>
      <header>
        <h2>{title}</h2>
        {about === undefined ? null : <p>{about}</p>}
      </header>
      {children}
    </section>
  )
}

function Facts({
  profile: { account, phone, phoneProven, email, emailProven, country, accountTypes, createdAt },
}: {
  readonly profile: Profile
}) {
  const client = useClient()
  const { t } = useLingui()
  const types = accountTypes
    .map((type) => (type === 'buyer' ? t`Buyer` : type === 'seller' ? t`Seller` : type))
    .join(' · ')
  return (
    <dl className={css.facts}>
      <Fact name={<Trans>Login account</Trans>}>{account}</Fact>
      <Fact name={<Trans>Phone</Trans>} mark={phone === null ? null : <Proven yes={phoneProven} />}>
        {phone}
      </Fact>
      <Fact name={<Trans>Email address</Trans>} mark={email === null ? null : <Proven yes={emailProven} />}>
        {email}
      </Fact>
      <Fact name={<Trans>Country or region</Trans>}>{country === null ? null : countryName(client, country)}</Fact>
      <Fact name={<Trans>Account type</Trans>}>{types === '' ? null : types}</Fact>
      <Fact name={<Trans>Registered</Trans>}>{formatLongDay(createdAt, client.locale)}</Fact>
    </dl>
  )
}

interface FactProps {
  readonly name: ReactNode
  readonly mark?: ReactNode
  readonly children: string | null
}

function Fact({ name, mark, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children ?? '—'} {mark}
      </dd>
    </div>
  )
}

const Proven = ({ yes }: { readonly yes: boolean }) =>
  yes ? (
    <Mark tone="good" icon="check">
      <Trans>Verified</Trans>
    </Mark>
  ) : (
    <Mark tone="calm">
      <Trans>Not verified</Trans>
    </Mark>
  )

function Password({ account }: { readonly account: string }) {
  const client = useClient()
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const done = (): void => {
    setOpen(false)
    notify(client, {
      tone: 'good',
      title: t`Your password is changed. All other devices have been signed out.`,
      key: 'password',
    })
  }
  return (
    <Part title={<Trans>Password</Trans>} about={<Trans>A new password signs out every other device.</Trans>}>
      {open ? (
        <div className={css.form}>
          <PasswordForm account={account} onDone={done} onCancel={() => setOpen(false)} />
        </div>
      ) : (
        <div className={css.act}>
          <Button variant="line" onClick={() => setOpen(true)}>
            <Trans>Change password</Trans>
          </Button>
        </div>
      )}
    </Part>
  )
}
