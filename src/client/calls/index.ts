export * from './errors.ts'
export type { Signal } from './signals.ts'
export type { AnswerOf, CallName, Marked, RowOf, Send, SendOptions, SentBy } from './types.ts'
