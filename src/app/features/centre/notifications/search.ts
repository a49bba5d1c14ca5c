import { rangeIn, type DayRange } from '../../../../contract/dayRange.ts'
import { pageSearch, type PageSearch } from '../../../lib/paging.ts'

export interface NotificationsSearch extends PageSearch, DayRange {
  readonly unread?: true
  /** Shows the settings instead of the list. */
  readonly view?: 'settings'
}
/** Parts of the address that are not filters are kept. */
export function notificationsSearch({
  page,
  size,
  unread,
  view,
  beginTime,
  endTime,
  ...others
}: Record<string, unknown>): NotificationsSearch {
  return {
    ...others,
    ...pageSearch({ page, size }),
    ...(unread === true && { unread }),
    ...rangeIn({ beginTime, endTime }),
    ...(view === 'settings' && { view }),
  }
}
