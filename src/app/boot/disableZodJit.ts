declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/**
 * Schemas compile themselves where that is allowed, and find out by trying: the page's policy forbids it, and reports
 * each try.
 */
export function disableZodJit(): void {
  globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }
}
