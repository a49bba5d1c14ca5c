import type { Rolldown } from 'vite'

/**
 * A style file's rules in the page, and a link by which the app knows that it has them. No browser may fetch the link:
 * none fetches one that is disabled, but Chromium's scanner for early fetches (seen in 150) looks at `media` alone.
 */
export function inlinedStyle(file: string, asset: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  if (asset?.type !== 'asset') throw new Error(`${file} is not in the bundle`)
  return `<style>${String(asset.source).trim()}</style><link rel="stylesheet" href="/${file}" media="not all" disabled>`
}
