/**
 * Replaces the app's script elements in a server-written page (`<meta name="app">`): the page is readable first and
 * becomes interactive once painted. `<meta name="later">` names resources that would compete with it. Scripts run one
 * by one, each in its own task. A hidden tab is never painted, so `load` starts them too.
 */
let begun = false
const files = (name: string): string[] =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content.split(' ') ?? []

async function begin(): Promise<void> {
  if (begun) return
  begun = true
  for (const href of files('later'))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  try {
    for (const file of files('app')) await import(file)
  } catch (error) {
    void lost()
    throw error
  }
}

new PerformanceObserver((seen) => {
  if (seen.getEntriesByName('first-contentful-paint').length > 0) void begin()
}).observe({ type: 'paint', buffered: true })
addEventListener('load', () => setTimeout(() => void begin(), 400))
