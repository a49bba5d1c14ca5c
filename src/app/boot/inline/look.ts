/** Theme, colour scheme and size of this device, before the first paint. Pages that the server wrote carry them already. */
try {
  const layout = JSON.parse(localStorage.getItem('layout-setting') ?? '') as {
    theme?: unknown
    scheme?: unknown
    size?: unknown
  }
  const { dataset } = document.documentElement
  if (layout.theme === '#018C39') dataset['brand'] = 'green'
  if (layout.scheme === 'light' || layout.scheme === 'dark') dataset['scheme'] = layout.scheme
  if (layout.size === 'small' || layout.size === 'large') dataset['size'] = layout.size
} catch {
  // No stored choice, or no storage: the default look stays.
}
