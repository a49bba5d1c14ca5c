import { useState, useSyncExternalStore } from 'react'
import { lazyComponent } from '../../boot/lazyComponent.tsx'
import { SkeletonLine, Skeleton } from '../Skeleton.tsx'
import css from './Markdown.module.css'

const Elements = lazyComponent(() => import('./Elements.tsx').then((module) => module.Elements), {
  meanwhile: (
    <Skeleton>
      <SkeletonLine />
      <SkeletonLine width="90%" />
      <SkeletonLine width="70%" />
    </Skeleton>
  ),
})
/** For a loader: the parser comes with the text. */
export const needMarkdown = (): void => void Elements.fetch()

/**
 * A text that somebody else wrote. One that the server wrote into the page stands as it is, and nobody parses it again.
 */
export function Markdown({ text }: { readonly text: string }) {
  const [standing] = useState(useTakingOver() ? text : null)
  if (typeof document !== 'undefined' && text === standing)
    return <div className={css.text} suppressHydrationWarning dangerouslySetInnerHTML={AS_IT_STANDS} />
  return (
    <div className={css.text}>
      <Elements text={text} />
    </div>
  )
}

/** What React does not look into: it leaves what is there. */
const AS_IT_STANDS = { __html: '' }

const never = () => () => undefined
/** Whether this is drawn over what the server wrote. */
const useTakingOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
