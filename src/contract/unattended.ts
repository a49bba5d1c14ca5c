/** Header of a call that a page makes by itself, without a person at it: it does not count as activity. */
export const UNATTENDED_HEADER = 'unattended'
