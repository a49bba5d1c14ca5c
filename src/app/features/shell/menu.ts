import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../lib/settings.ts'
import { useMenu } from '../../lib/menu.ts'
import { targetOf } from '../../lib/screens.ts'

interface TopItem {
  readonly href: string
  /** `null`: the usual name of what it leads to. */
  readonly label: string | null
  /** Another site, in a new tab. */
  readonly outside: boolean
}

/**
 * The top menu: the children of the first group that are not hidden (spec §2), as far as this version knows their
 * screens. A visitor, who has no menu of his own, gets the public one, and so does everybody until his own is here; the
 * shop joins it when the settings have come.
 */
export function useTopMenu(): readonly TopItem[] {
  const { t } = useLingui()
  const menu = useMenu()
  const { data: settings } = useQuery({ ...settingsQuery, enabled: false })
  const top = menu?.[0]
  if (!top) {
    return [
      { href: '/index', label: t`Home`, outside: false },
      { href: '/target/list', label: t`Catalogue`, outside: false },
      { href: '/rules', label: t`Bidding rules`, outside: false },
      { href: '/news?type=0', label: t`News`, outside: false },
      ...(settings?.shop ? [{ href: settings.shop, label: null, outside: true }] : []),
    ]
  }
  return top.children.flatMap((entry) => {
    const target = entry.hidden ? null : targetOf(entry)
    return target ? [{ href: target.href, label: entry.meta.title, outside: target.kind === 'outside' }] : []
  })
}
