import { formatLeft, timeLeft } from '../lib/format/index.ts'
import { useNow } from '../lib/clock/useNow.ts'
import { Days } from './Counted.tsx'

/**
 * Time until `to` (ms since epoch), by the server's clock. Not announced each second: the moment itself is beside it as
 * text.
 */
export function Countdown({ to }: { readonly to: number }) {
  const left = timeLeft(to - useNow())
  return (
    <span className="num" role="timer">
      {left.days > 0 && (
        <>
          <Days count={left.days} />{' '}
        </>
      )}
      {formatLeft(left)}
    </span>
  )
}
