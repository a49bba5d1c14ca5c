import { Trans } from '@lingui/react/macro'
import type { CSSProperties, ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './Skeleton.module.css'

/** One line of a skeleton, sized like the coming content. */
export function SkeletonLine({
  width = '100%',
  height = '1em',
  block = false,
}: {
  readonly width?: string
  readonly height?: string
  readonly block?: boolean
}) {
  const style: CSSProperties = { width, height }
  return <span className={classes(css.line, block && css.block)} style={style} aria-hidden="true" />
}

/** Placeholder lines in the shape of the coming content; a screen reader hears a single word instead. */
export function Skeleton({
  children,
  className,
}: {
  readonly children: ReactNode
  readonly className?: string | undefined
}) {
  return (
    <div className={className} aria-busy="true">
      <output className="visually-hidden">
        <Trans>Loading…</Trans>
      </output>
      {children}
    </div>
  )
}
