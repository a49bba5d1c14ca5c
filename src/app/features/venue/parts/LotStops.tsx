import { createContext, use, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { LotId } from '../../../../domain/lot.ts'

const StopContext = createContext<LotId | null>(null)

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: (_at, last) => last,
}

interface Props {
  /** The lots in the order in which they stand. */
  readonly lots: readonly LotId[]
  readonly chosen: LotId | null
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A list of lots as one Tab stop, at the chosen lot or where the focus was last; the arrow keys move in it. */
export function LotStops({ lots, chosen, className, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<LotId | null>(null)
  const [before, setBefore] = useState(chosen)
  if (chosen !== before) {
    setBefore(chosen)
    setFocused(null)
  }
  const stop = [focused, chosen].find((one) => one !== null && lots.includes(one)) ?? lots[0] ?? null
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => setFocused(lotOf(target))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = lots.indexOf(event.target instanceof HTMLElement ? (lotOf(event.target) ?? '') : '')
    const next = at === -1 ? undefined : lots[STEPS[event.key]?.(at, lots.length - 1) ?? -1]
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`[data-lot="${CSS.escape(next)}"]`)?.focus()
  }
  return (
    <StopContext value={stop}>
      {/* Keys and focus of the buttons in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={list} className={className} onFocus={onFocus} onKeyDown={onKeyDown}>
        {children}
      </div>
    </StopContext>
  )
}

const lotOf = (target: HTMLElement): LotId | null => target.closest<HTMLElement>('[data-lot]')?.dataset['lot'] ?? null

/** Props of a lot's button in such a list. */
export function useLotStop(lot: LotId) {
  const stop = use(StopContext)
  return { 'data-lot': lot, tabIndex: stop === null || stop === lot ? 0 : -1 } as const
}
