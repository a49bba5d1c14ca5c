declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/** By default Zod compiles schemas and probes whether it may. The page's policy forbids that and reports each probe. */
export function disableZodJit(): void {
  globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }
}
