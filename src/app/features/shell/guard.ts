import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import type { RouteContext } from '../../lib/context.ts'
import { gateOf, standing } from '../../lib/session/index.ts'
import { notify } from '../../ui/toast.ts'

interface Given {
  readonly location: ParsedLocation
  readonly context: RouteContext
  /** A link was only pointed at. */
  readonly preload: boolean
}

/** Runs before every route: lets pass, or sends elsewhere (spec §2, access rules). */
export async function guard({ location, context, preload }: Given): Promise<void> {
  switch (gateOf(location.pathname, standing(Date.now()))) {
    case 'pass':
      return
    case 'home':
      redirect({ to: '/', replace: true, throw: true })
      return
    case 'login': {
      const lang = new URLSearchParams(location.searchStr).get('lang')
      redirect({ to: '/login', search: { redirect: location.href, ...(lang === null ? {} : { lang }) }, replace: true, throw: true })
      return
    }
    case 'noVenue':
      if (!preload) {
        await context.localeReady
        notify({ tone: 'bad', title: i18n._(msg`That sale is not open to you here. Please sign in and enter it again.`), key: 'noVenue' })
      }
      redirect({ to: '/', replace: true, throw: true })
  }
}
