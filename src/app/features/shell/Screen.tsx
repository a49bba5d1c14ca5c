import { Outlet, useRouterState } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { refreshes } from '../../lib/refresh.ts'
import { useStore } from '../../lib/useStore.ts'
import { setHere } from '../../boot/navigation/index.ts'

/** The page that the router is at, in the frame, which is told where that is. */
export function Screen() {
  const location = useRouterState({ select: (state) => state.location })
  const fresh = useStore(refreshes)
  useLayoutEffect(() => setHere(location), [location])
  return <Outlet key={fresh} />
}
