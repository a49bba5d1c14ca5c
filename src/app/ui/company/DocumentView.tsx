import { Trans, useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState, type CSSProperties, type PointerEvent, type RefObject } from 'react'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import css from './DocumentView.module.css'

const ZOOMS = [1, 1.5, 2, 3, 4] as const

/**
 * A document's picture for reading: zoomed, rotated, and moved with the pointer, or with the arrow keys once it has the
 * focus.
 */
export function DocumentView({ url, alt }: { readonly url: string; readonly alt: string }) {
  const { t } = useLingui()
  const [at, setAt] = useState(0)
  const [turns, setTurns] = useState(0)
  const pane = useRef<HTMLDivElement>(null)
  const grab = useGrab()
  const zoom = ZOOMS[at] ?? 1
  const percent = Math.round(zoom * 100)
  const style: CSSProperties = { width: `${percent}%`, rotate: `${turns * 90}deg` }
  useMiddle(pane, percent)
  return (
    <div className={css.view}>
      {/* A scrollable region must be reachable by keyboard. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <div
        className={css.window}
        role="group"
        aria-label={t`Document, at ${percent} %`}
        tabIndex={0}
        ref={pane}
        data-large={zoom > 1 || undefined}
        {...grab}
      >
        <img src={url} alt={alt} style={style} draggable={false} />
      </div>
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <div className={css.tools}>
        <Button
          variant="line"
          size="small"
          icon
          aria-label={t`Smaller`}
          disabled={at === 0}
          onClick={() => setAt(at - 1)}
        >
          <Icon name="minus" size={18} />
        </Button>
        <output className={css.percent}>{percent} %</output>
        <Button
          variant="line"
          size="small"
          icon
          aria-label={t`Larger`}
          disabled={at === ZOOMS.length - 1}
          onClick={() => setAt(at + 1)}
        >
          <Icon name="plus" size={18} />
        </Button>
        <Button variant="line" size="small" onClick={() => setTurns(turns + 1)}>
          <Icon name="retry" size={16} />
          <Trans>Turn</Trans>
        </Button>
        {(at > 0 || turns % 4 > 0) && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              setAt(0)
              setTurns(0)
            }}
          >
            <Trans>Whole picture</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

/** Keeps the centre in place while the zoom changes. */
function useMiddle(pane: RefObject<HTMLDivElement | null>, percent: number): void {
  const before = useRef(percent)
  useLayoutEffect(() => {
    const box = pane.current
    if (!box || before.current === percent) return
    const by = percent / before.current
    before.current = percent
    const [x, y] = [box.scrollLeft + box.clientWidth / 2, box.scrollTop + box.clientHeight / 2]
    box.scrollTo(x * by - box.clientWidth / 2, y * by - box.clientHeight / 2)
  }, [pane, percent])
}

/** Drags the picture with a mouse; a finger scrolls natively. */
function useGrab() {
  const held = useRef<{ readonly x: number; readonly y: number } | null>(null)
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>): void => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      held.current = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>): void => {
      if (!held.current) return
      event.currentTarget.scrollBy(held.current.x - event.clientX, held.current.y - event.clientY)
      held.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp: (): void => {
      held.current = null
    },
  }
}
