/** Longest file of the bank, bytes; and its longest form in a body: base64 of a file that the browser could not compress. */
export const BANK_FILE_BYTES = 5 * 1024 * 1024
export const BANK_FILE_BODY = 7 * 1024 * 1024
/** Entries that the answer of a file lists; the rest is in the list. */
export const BANK_FILE_LISTED = 100
