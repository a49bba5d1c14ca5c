export * from './errors.ts'
export type { Signal } from './signals.ts'
export type { AnswerOf, CallName, RowOf, Send, SendOptions, SentBy } from './types.ts'
