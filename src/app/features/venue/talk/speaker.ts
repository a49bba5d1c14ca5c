import { useLingui } from '@lingui/react/macro'
import type { Seat } from '../room/RoomContext.ts'

/** Names a sender as people say it: `host`, `room`, `bidder:17`, `seller:S1`. */
export function useSpeaker(seat: Seat): (from: string) => string {
  const { t } = useLingui()
  return (from) => {
    const [who, name = ''] = from.split(':')
    switch (who) {
      case 'host':
        return t`Host`
      case 'operator':
        return t`Operator`
      case 'room':
        return t`Room`
      case 'bidder':
        return Number(name) === seat.number ? t`You` : t`Number ${name}`
      case 'seller':
        return name === seat.seller ? t`You` : t`Seller ${name}`
      default:
        return from
    }
  }
}

export function speakerOf(seat: Seat): string | null {
  if (seat.number !== null) return `bidder:${seat.number}`
  if (seat.seller !== null) return `seller:${seat.seller}`
  if (seat.identity === 3) return 'host'
  return seat.operates ? 'operator' : null
}
