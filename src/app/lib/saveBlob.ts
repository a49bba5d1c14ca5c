/** A download manager may ask for the bytes again when its person has answered where the file goes. */
const KEPT_MS = 10 * 60_000

/**
 * Saves bytes in memory as a file for the reader. The link is in the document, and its address lives on: Firefox ignores
 * a press on a link outside, Safari and download managers read the address after the press.
 */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name, hidden: true })
  // Inside an open dialog: all else is inert.
  const dialogs = document.querySelectorAll('dialog[open]')
  ;(dialogs[dialogs.length - 1] ?? document.body).append(link)
  link.click()
  setTimeout(() => {
    link.remove()
    URL.revokeObjectURL(url)
  }, KEPT_MS)
}
