import { useState, useSyncExternalStore } from 'react'
import { asked } from '../../ui/confirm.ts'
import { shellComponent } from '../../boot/lazyComponent.tsx'
import { notices } from '../../ui/toast.ts'
import { update } from '../../boot/pwa/update.ts'

const AllHosts = shellComponent(() => import('./AllHosts.tsx').then((module) => module.AllHosts))

const hasWord = (): boolean => notices.get().length > 0 || asked.get() !== null || update.get().kind !== 'none'
const none = (): boolean => false
function subscribe(listener: () => void): () => void {
  const stops = [notices, asked, update].map((store) => store.subscribe(listener))
  return () => stops.forEach((stop) => stop())
}

/** Toasts, questions, word of a new version. Their code comes with the first of them, and then stays. */
export function Hosts() {
  const [needed, setNeeded] = useState(false)
  if (useSyncExternalStore(subscribe, hasWord, none) && !needed) setNeeded(true)
  return needed ? <AllHosts /> : null
}
