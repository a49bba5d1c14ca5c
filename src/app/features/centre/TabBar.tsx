import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useStore } from '../../lib/useStore.ts'
import { PlainButton } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { notify } from '../../ui/toast.ts'
import css from './TabBar.module.css'
import { close, next, type Closing, type Tab } from './tabs.ts'
import { updatePage } from './updatePage.ts'
import { visitedOf } from './visited.ts'
import { useClient } from '../../lib/client.ts'

/** Page that opens when every tab is closed. */
const HOME = '/user/account'

/** Tabs of visited pages. Each has a cross; a menu beside them has the other actions on the open tab. */
export function TabBar({ currentPath }: { readonly currentPath: string }) {
  const client = useClient()
  const { t } = useLingui()
  const tabs = useStore(visitedOf(client))
  const navigate = useNavigate()
  const queries = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Returns nothing: newer browsers answer with a promise, which React would call on unmount.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [currentPath, tabs])

  const at = tabs.findIndex(({ path }) => path === currentPath)
  const current = tabs[at]
  const update = async (): Promise<void> => {
    if (!(await updatePage(queries))) notify(client, { tone: 'warn', title: t`Not everything could be updated.` })
    else notify(client, { tone: 'good', title: t`The page is up to date.` })
  }
  const shut = (path: string, what: Closing): void => {
    const before = visitedOf(client).get()
    visitedOf(client).change((all) => close(all, path, what))
    const after = visitedOf(client).get()
    if (after.some((tab) => tab.path === currentPath)) return
    // Closing a tab closes its page; closing the last one opens the centre's first page.
    void navigate({ href: next(before, after, currentPath)?.href ?? HOME })
  }
  return (
    <nav className={css.bar} aria-label={t`Visited pages`}>
      <ul className={css.tabs} ref={list}>
        {tabs.map((tab) => (
          <li key={tab.path} className={css.tab}>
            <PathLink
              href={tab.href}
              aria-current={tab.path === currentPath ? 'page' : undefined}
              className={css.name}
              title={tab.title}
            >
              {tab.title}
            </PathLink>
            <Cross tab={tab} onClose={() => shut(tab.path, 'one')} />
          </li>
        ))}
      </ul>
      {current && (
        <Disclosure icon="retry" label={<Trans>Tabs</Trans>}>
          {(done) => {
            const choices: readonly { readonly what: Closing; readonly label: string; readonly off: boolean }[] = [
              { what: 'one', label: t`Close this one`, off: false },
              { what: 'left', label: t`Close those to the left`, off: at === 0 },
              { what: 'right', label: t`Close those to the right`, off: at === tabs.length - 1 },
              { what: 'others', label: t`Close all others`, off: tabs.length === 1 },
              { what: 'all', label: t`Close all`, off: false },
            ]
            return (
              <>
                <button
                  type="button"
                  className={css.choice}
                  onClick={() => {
                    done()
                    void navigate({ href: `/redirect${current.href}`, replace: true })
                  }}
                >
                  <Trans>Refresh</Trans>
                </button>
                <button
                  type="button"
                  className={css.choice}
                  onClick={() => {
                    done()
                    void update()
                  }}
                >
                  <Trans>Update</Trans>
                </button>
                {choices.map(({ what, label, off }) => (
                  <PlainButton
                    key={what}
                    className={css.choice}
                    disabled={off}
                    onClick={() => {
                      done()
                      shut(current.path, what)
                    }}
                  >
                    {label}
                  </PlainButton>
                ))}
              </>
            )
          }}
        </Disclosure>
      )}
    </nav>
  )
}

function Cross({ tab: { title }, onClose }: { readonly tab: Tab; readonly onClose: () => void }) {
  const { t } = useLingui()
  return (
    <button type="button" className={css.cross} aria-label={t`Close ${title}`} onClick={onClose}>
      <Icon name="close" size={14} />
    </button>
  )
}
