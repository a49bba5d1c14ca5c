import { useLingui } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'
import { layoutOf } from '../lib/layout.ts'
import { pageTitleOf } from '../lib/pageTitle.ts'
import { useStore } from '../lib/useStore.ts'
import { classes } from './classes.ts'
import css from './Page.module.css'
import { useClient } from '../lib/client.ts'

/**
 * Sets the window's title: `Catalogue · Timber Sale Room`, in the reader's language; null: the product's name alone.
 */
export function useTitle(title: string | null): void {
  const client = useClient()
  const { t } = useLingui()
  const { dynamicTitle } = useStore(layoutOf(client))
  const product = t`Timber Sale Room`
  // The server runs no effects and reads the title from the store.
  if (typeof document === 'undefined') pageTitleOf(client).set(title)
  useEffect(() => {
    document.title = title === null || !dynamicTitle ? product : `${title} · ${product}`
    pageTitleOf(client).set(title)
  }, [client, title, product, dynamicTitle])
}

interface PageProps {
  /** Title of the browser's tab; null for the product's name alone. */
  readonly title: string | null
  readonly heading?: ReactNode
  readonly sub?: ReactNode
  /** Like `sub`, in elements of its own. */
  readonly facts?: ReactNode
  readonly actions?: ReactNode
  readonly narrow?: boolean
  readonly children: ReactNode
}

export function Page({ title, heading, sub, facts, actions, narrow = false, children }: PageProps) {
  useTitle(title)
  return (
    <div className={classes(css.page, narrow && css.narrow)}>
      {heading === undefined ? null : (
        <header className={css.head}>
          <div className={css.titles}>
            <h1>{heading}</h1>
            {sub === undefined ? null : <p className={css.sub}>{sub}</p>}
            {facts}
          </div>
          {actions}
        </header>
      )}
      {children}
    </div>
  )
}
