import { pageSearch, type PageSearch } from '../../../lib/paging.ts'

export interface NotificationsSearch extends PageSearch {
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
  ...others
}: Record<string, unknown>): NotificationsSearch {
  return {
    ...others,
    ...pageSearch({ page, size }),
    ...(unread === true && { unread }),
    ...(view === 'settings' && { view }),
  }
}
