const LONGEST = 120

/** Control characters, direction overrides, and characters special to file systems or headers. */
const STRANGE = /[\p{Cc}\p{Cf}\u2028\u2029"*:<>?|]/gu

/** The uploader's file name without its path, safe to show. */
export function shownName(given: string): string {
  const base = given.split(/[/\\]/).at(-1) ?? ''
  const clean = base.toWellFormed().replaceAll(STRANGE, '').trim().replace(/^\.+/, '')
  const extension = extensionOf(clean)
  const stem = extension === '' ? clean : clean.slice(0, -extension.length - 1)
  const short = Array.from(stem).slice(0, LONGEST).join('') || 'file'
  return extension === '' ? short : `${short}.${extension}`
}

/** The extension in lower case, without its dot; '' for none. */
export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Makes browsers save the file, never open it in place; the name is encoded as RFC 6266 has it. */
export function disposition(name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
