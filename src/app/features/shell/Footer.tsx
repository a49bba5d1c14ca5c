import { Trans } from '@lingui/react/macro'
import { startTransition, useEffect, useRef, useState } from 'react'
import { EndGrain } from '../../ui/EndGrain.tsx'
import { shellComponent } from '../../boot/lazyComponent.tsx'
import css from './Footer.module.css'

export const FooterParts = shellComponent(() => import('./FooterParts.tsx').then((module) => module.FooterParts), {
  unasked: true,
})

/** How far below the window fetching starts, so that the footer is there when the reader arrives. */
const AHEAD = '400px'

export function Footer() {
  const [near, setNear] = useState(false)
  const foot = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!foot.current || near) return
    // The footer is drawn when the browser is idle, never before the page itself.
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true))
      },
      { rootMargin: AHEAD },
    )
    watch.observe(foot.current)
    return () => watch.disconnect()
  }, [near])
  return (
    <footer className={css.footer} ref={foot}>
      <p className={css.name}>
        <EndGrain size={24} />
        <Trans>Timber Sale Room</Trans>
      </p>
      {near && <FooterParts />}
    </footer>
  )
}
