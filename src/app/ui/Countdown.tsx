import { formatLeft, timeLeft } from '../lib/format/index.ts'
import { useNow } from '../lib/clock/useNow.ts'
import { Days } from './Counted.tsx'

const DAY_MS = 86_400_000

/**
 * Time until `to` (ms since epoch), by the server's clock: in days, on the last day to the second. Not announced every
 * second: the moment is beside it as text.
 */
export function Countdown({ to }: { readonly to: number }) {
  const left = to - useNow()
  return (
    <span className="num" role="timer">
      {left >= DAY_MS ? <Days count={Math.round(left / DAY_MS)} /> : formatLeft(timeLeft(left))}
    </span>
  )
}
