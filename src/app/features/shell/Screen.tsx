import { Outlet, useRouterState } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { refreshesOf } from '../../lib/refresh.ts'
import { useStore } from '../../lib/useStore.ts'
import { setPageLocation } from '../../boot/navigation/index.ts'
import { useClient } from '../../lib/client.ts'

/** The router's current page, in the shell. */
export function Screen() {
  const client = useClient()
  const location = useRouterState({ select: (state) => state.location })
  const fresh = useStore(refreshesOf(client))
  useLayoutEffect(() => setPageLocation(client, location), [client, location])
  return <Outlet key={fresh} />
}
