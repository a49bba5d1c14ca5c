/** Sent with a call that a page makes by itself, without a person at it: it is no activity. */
export const UNATTENDED_HEADER = 'unattended'
