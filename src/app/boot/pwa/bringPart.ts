/**
 * Loads a chunk, in place of Vite's own loader (`src/build/part-loader.ts`). Its files are fetched into the browser's
 * cache first: a browser that has failed to fetch a module never asks for it again (HTML's module map: Safari, Firefox,
 * Chromium from 150 on), so a chunk that was missed on a weak link would be missing until the page is loaded anew.
 * Rejects with an error that `isMissingPart` knows.
 */
export async function bringPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  // Without styles or imports of its own a chunk comes without a list, and its name stands in the import.
  const alone = /import\(.\.\/([^`'"]+)/.exec(String(load))?.[1]
  await Promise.all((files.length === 0 && alone ? [`assets/${alone}`] : files).map(bring))
  return load().catch((error: unknown) => {
    // The router would load the page anew; `holdRouterBack` hears of it.
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    throw error
  })
}

/** The document's own links tell which files it has; they are added once a file is in the browser's cache. */
async function bring(file: string): Promise<void> {
  const href = `/${file}`
  const isStyle = href.endsWith('.css')
  const known = document.querySelector(`:is([rel=modulepreload],[rel=stylesheet])[href="${href}"],[src="${href}"]`)
  if (known) return isStyle && known instanceof HTMLLinkElement ? applied(known) : undefined
  const missing = (): never => {
    throw new TypeError(`a dynamically imported module is missing: ${href}`)
  }
  const answer = await fetch(href).catch(missing)
  if (!answer.ok) missing()
  await answer.arrayBuffer().catch(missing)
  const rel = isStyle ? 'stylesheet' : 'modulepreload'
  const link = Object.assign(document.createElement('link'), { rel, href, crossOrigin: '' })
  document.head.append(link)
  if (isStyle)
    await applied(link).catch(() => {
      link.remove()
      missing()
    })
}

/** The rules of a disabled link stand in the page itself. */
const applied = async (link: HTMLLinkElement): Promise<void> =>
  link.hasAttribute('disabled') || link.sheet
    ? undefined
    : new Promise((resolve, reject) => {
        link.addEventListener('load', () => resolve())
        link.addEventListener('error', reject)
      })
