import type { ReactNode } from 'react'
import { pathTo } from '../../../boot/navigation/index.ts'
import { useVenue } from '../room/RoomContext.ts'

interface Props {
  readonly title?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Opens the rules of the room's session in a window of their own, so that the room stays. */
export function SaleRulesLink({ children, ...rest }: Props) {
  const { seat } = useVenue()
  return (
    <a {...rest} href={pathTo('/rules', { sale: seat.scheduleTimelineId })} target="_blank" rel="noopener">
      {children}
    </a>
  )
}
