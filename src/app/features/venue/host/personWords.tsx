import { Trans, useLingui } from '@lingui/react/macro'
import type { Person } from './usePeople.ts'

/** Title and name, in the order of the page's language. */
export function PersonName({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  const name = person.userName
  const titles = { 'Mr.': t`Mr.`, 'Mrs.': t`Mrs.`, Miss: t`Miss` } as const
  if (person.title === null) return name
  const title = titles[person.title]
  return (
    <Trans>
      {title} {name}
    </Trans>
  )
}

export function SourceName({ source }: Pick<Person, 'source'>) {
  switch (source) {
    case 'computer':
      return <Trans>Computer</Trans>
    case 'phone':
      return <Trans context="device">Phone</Trans>
    case 'tablet':
      return <Trans>Tablet</Trans>
    case 'wechat':
      return <Trans>WeChat</Trans>
    case 'other':
      return <Trans>Other program</Trans>
  }
}

export function AccountTypes({ types }: { readonly types: readonly string[] }) {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    buyer: t({ context: 'account type', message: 'Buyer' }),
    seller: t({ context: 'account type', message: 'Seller' }),
    host: t({ context: 'account type', message: 'Host' }),
    admin: t({ context: 'account type', message: 'Operator' }),
  }
  return types.length === 0 ? '–' : types.map((type) => names[type] ?? type).join(' / ')
}

/** Online time in whole minutes, to be readable at a glance. */
export function OnlineTime({ seconds }: { readonly seconds: number }) {
  const minutes = Math.floor(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (minutes === 0) return <Trans>under 1 min</Trans>
  return hours === 0 ? (
    <Trans>{minutes} min</Trans>
  ) : (
    <Trans>
      {hours} h {rest} min
    </Trans>
  )
}
