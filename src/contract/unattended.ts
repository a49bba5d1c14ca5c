/** Sent with a call that a page makes by itself, while nobody touches it: no activity of a person. */
export const UNATTENDED_HEADER = 'unattended'
