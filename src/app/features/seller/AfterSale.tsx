import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../ui/Icon.tsx'
import css from './LotsPage.module.css'

/** Links to the seller's pages after a sale: sold lots, contracts, statements. */
export function AfterSale() {
  const { t } = useLingui()
  return (
    <nav className={css.after} aria-label={t`After the sale`}>
      <Link to="/user/order" search={{ side: 'seller' }}>
        <Icon name="check" size={16} />
        <Trans>Sold lots</Trans>
      </Link>
      <Link to="/user/contract" search={{ side: 'seller' }}>
        <Icon name="doc" size={16} />
        <Trans>Contracts</Trans>
      </Link>
      <Link to="/user/statement">
        <Icon name="table" size={16} />
        <Trans>Statements</Trans>
      </Link>
    </nav>
  )
}
