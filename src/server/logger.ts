/** The logger's interface; Fastify's (pino) satisfies it. */
export interface Logger {
  info: Say
  warn: Say
  error: Say
}

interface Say {
  (what: object, message: string): void
  (message: string): void
}

export const quiet: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }
