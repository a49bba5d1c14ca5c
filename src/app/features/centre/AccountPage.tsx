import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { SEX_OF } from '../../lib/sex.ts'
import { useWho, type User } from '../../lib/user.ts'
import { Page } from '../../ui/Page.tsx'
import { Bone, Skeleton } from '../../ui/Skeleton.tsx'
import css from './AccountPage.module.css'

/** Account information. */
export function AccountPage() {
  const { t } = useLingui()
  const who = useWho()
  return (
    <Page title={t`Account information`} heading={<Trans>Account information</Trans>}>
      {who.kind === 'user' ? <Facts user={who.user} /> : <Skeleton className={css.facts}><Bone height="8rem" block /></Skeleton>}
    </Page>
  )
}

function Facts({ user }: { readonly user: User }) {
  const { account, name, appellationName, company } = user
  return (
    <dl className={css.facts}>
      <Fact name={<Trans>Login account</Trans>}>{account}</Fact>
      <Fact name={<Trans>Name</Trans>}>{name}</Fact>
      <Fact name={<Trans>Sex</Trans>}>{appellationName && <Sex sex={SEX_OF[appellationName]} />}</Fact>
      <Fact name={<Trans>Company</Trans>}>{company?.name}</Fact>
    </dl>
  )
}

function Sex({ sex }: { readonly sex: (typeof SEX_OF)[keyof typeof SEX_OF] }) {
  switch (sex) {
    case 'male': return <Trans>Mr.</Trans>
    case 'woman': return <Trans>Mrs.</Trans>
    case 'miss': return <Trans>Miss</Trans>
  }
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? '–'}</dd>
    </div>
  )
}
