// Reads the status page again every 15 s, and says so when the server cannot be reached.
setInterval(async () => {
  if (document.hidden) return
  const away = document.getElementById('away')
  try {
    const answer = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main')
    if (!page) throw new Error('not the status page')
    document.querySelector('main').replaceWith(page)
    away.hidden = true
  } catch {
    away.hidden = false
  }
}, 15_000)
