import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { checkQuery, type Check } from './queries.ts'
import css from './SalePage.module.css'
import { groupThousands } from '../../../lib/format/index.ts'

type Missing = Check['missing'][number]

/** Faults that hold the sale's publication back, each with a link to the place where it is mended. */
export function CheckList({ id }: { readonly id: string }) {
  const check = useQuery(checkQuery(id))
  const { data } = check
  if (data === undefined) return check.isError ? <ReadProblem read={check} /> : null
  return (
    <section className={css.part} aria-live="polite">
      <h2>
        <Trans>Check list</Trans>
      </h2>
      <ul className={css.checks}>
        {data.ready && (
          <li className={css.good}>
            <Icon name="check" size={18} />
            <Trans>Nothing is missing: the sale can be published.</Trans>
          </li>
        )}
        {data.missing.map((one) => (
          <li key={one.code} className={one.hard ? css.hard : css.warn}>
            <Icon name={one.hard ? 'cross' : 'alert'} size={18} />
            <span>
              <Words missing={one} /> <Place of={PLACES[one.code]} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const PLACES: Readonly<Record<Missing['code'], 'lots' | 'session' | 'settings'>> = {
  no_lots: 'lots',
  no_host: 'session',
  start_past: 'session',
  deadline_past: 'session',
  deposit_currency: 'session',
  deposit_account: 'settings',
  reserve_missing: 'lots',
  reserve_forbidden: 'lots',
  delivery_past: 'lots',
  size_unclear: 'lots',
  host_sells: 'session',
  seller_suspended: 'lots',
  catalogue_invalid: 'lots',
  lots_waiting: 'lots',
  no_pictures: 'lots',
  short_notice: 'session',
  seller_agreement: 'lots',
}

/** A link to the place where a fault is mended. */
function Place({ of }: { readonly of: (typeof PLACES)[Missing['code']] }) {
  if (of === 'settings')
    return (
      <Link to="/desk/settings">
        <Trans>To the settings</Trans>
      </Link>
    )
  return (
    <a href={of === 'lots' ? '#lots' : '#session'}>
      {of === 'lots' ? <Trans>To the lots</Trans> : <Trans>To times and rules</Trans>}
    </a>
  )
}

function Words({ missing: { code, count, position } }: { readonly missing: Missing }): ReactNode {
  const [many, first] = [count ?? 0, position ?? 0]
  const grouped = groupThousands(many)
  switch (code) {
    case 'no_lots':
      return <Trans>No lot is accepted yet.</Trans>
    case 'no_host':
      return <Trans>No host is named.</Trans>
    case 'start_past':
      return <Trans>The start has passed.</Trans>
    case 'deadline_past':
      return <Trans>The sign-up deadline has passed.</Trans>
    case 'deposit_currency':
      return <Trans>A deposit is asked for, but not in every currency of the lots.</Trans>
    case 'deposit_account':
      return <Trans>A deposit is asked for in a currency in which the platform has no account yet.</Trans>
    case 'reserve_missing':
      return (
        <Plural
          value={many}
          one={`Lot ${first} has no reserve, which this sale requires.`}
          other={`${grouped} lots have no reserve, which this sale requires; the first is no. ${first}.`}
        />
      )
    case 'reserve_forbidden':
      return (
        <Plural
          value={many}
          one={`Lot ${first} has a reserve; this sale has none.`}
          other={`${grouped} lots have a reserve; this sale has none. The first is no. ${first}.`}
        />
      )
    case 'delivery_past':
      return (
        <Plural
          value={many}
          one={`Lot ${first} is to be delivered before the sale.`}
          other={`${grouped} lots are to be delivered before the sale; the first is no. ${first}.`}
        />
      )
    case 'size_unclear':
      return (
        <Plural
          value={many}
          one={`The size or moisture of lot ${first} is unclear. Return it to its seller.`}
          other={`The sizes or moisture of ${grouped} lots are unclear; the first is no. ${first}. Return them to their sellers.`}
        />
      )
    case 'host_sells':
      return <Trans>The host’s company sells in this sale. Choose another host.</Trans>
    case 'seller_suspended':
      return <Plural value={many} one="A seller is suspended." other={`${grouped} sellers are suspended.`} />
    case 'catalogue_invalid':
      return <Trans>The catalogue is not consistent: see lot {first}.</Trans>
    case 'lots_waiting':
      return (
        <Plural value={many} one="A submitted lot waits for you." other={`${grouped} submitted lots wait for you.`} />
      )
    case 'no_pictures':
      return <Plural value={many} one="A lot has no picture." other={`${grouped} lots have no picture.`} />
    case 'short_notice':
      return <Trans>Sign-up closes within a day: few companies may learn of the sale in time.</Trans>
    case 'seller_agreement':
      return (
        <Plural
          value={many}
          one="The service agreement of a seller is not in effect."
          other={`The service agreements of ${grouped} sellers are not in effect.`}
        />
      )
  }
}
