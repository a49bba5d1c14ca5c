import { useQuery } from '@tanstack/react-query'
import { visitorMenu } from 'virtual:screens'
import { useClient } from '../../lib/client.ts'
import { settingsQuery } from '../../lib/settings.ts'
import { useMenu } from '../../lib/menu.ts'
import { targetOf } from '../../lib/screens.ts'

interface TopItem {
  readonly href: string
  /** `null`: the default name of the target. */
  readonly label: string | null
  /** The entry leads to another site, in a new tab. */
  readonly outside: boolean
}

/**
 * The top menu: the visible children of the first group (spec §2) whose screens this version knows. Visitors get the
 * public menu, and so does an account until its own is loaded; the shop joins when the settings are loaded.
 */
export function useTopMenu(): readonly TopItem[] {
  const { locale } = useClient()
  const menu = useMenu()
  const { data: settings } = useQuery({ ...settingsQuery, enabled: false })
  const top = menu?.[0]
  if (!top) {
    return [
      ...visitorMenu.map(({ href, ...title }) => ({ href, label: title[locale], outside: false })),
      ...(settings?.shop ? [{ href: settings.shop, label: null, outside: true }] : []),
    ]
  }
  return top.children.flatMap((entry) => {
    const target = entry.hidden ? null : targetOf(entry)
    return target ? [{ href: target.href, label: entry.meta.title, outside: target.kind === 'outside' }] : []
  })
}
