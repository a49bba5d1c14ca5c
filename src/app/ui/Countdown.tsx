import { Plural } from '@lingui/react/macro'
import { formatLeft, timeLeft } from '../lib/format/index.ts'
import { useNow } from '../lib/clock/useNow.ts'

/** Time until `to` (ms since epoch), by the server's clock. It does not speak each second: the moment itself stands beside it as text. */
export function Countdown({ to }: { readonly to: number }) {
  const left = timeLeft(to - useNow())
  return (
    <span className="num" role="timer">
      {left.days > 0 && <><Plural value={left.days} one="# day" other="# days" />{' '}</>}
      {formatLeft(left)}
    </span>
  )
}
