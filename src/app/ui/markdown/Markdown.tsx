import { useState, useSyncExternalStore } from 'react'
import { lazyComponent } from '../../boot/lazyComponent.tsx'
import { SkeletonLine, Skeleton } from '../Skeleton.tsx'
import css from './Markdown.module.css'
import type { Client } from '../../../client/client.ts'

const Elements = lazyComponent(() => import('./Elements.tsx').then((module) => module.Elements), {
  meanwhile: (
    <Skeleton>
      <SkeletonLine />
      <SkeletonLine width="90%" />
      <SkeletonLine width="70%" />
    </Skeleton>
  ),
})
/** Call this in a loader to fetch the parser along with the text. */
export const needMarkdown = (client: Client): void => void Elements.fetch(client)

/** Renders untrusted text. Markup that the server has written is kept and not parsed again. */
export function Markdown({ text }: { readonly text: string }) {
  const [standing] = useState(useTakingOver() ? text : null)
  if (typeof document !== 'undefined' && text === standing)
    return <div className={css.text} suppressHydrationWarning dangerouslySetInnerHTML={SERVER_WRITTEN} />
  return (
    <div className={css.text}>
      <Elements text={text} />
    </div>
  )
}

/** React leaves the content of an element with inner HTML alone, so the server's markup stays. */
const SERVER_WRITTEN = { __html: '' }

const never = () => () => undefined
/** Whether this render hydrates server-written markup. */
const useTakingOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
