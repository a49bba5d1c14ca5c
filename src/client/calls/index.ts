export * from './errors.ts'
export { needClients, send } from './send.ts'
export { onSignal, type Signal } from './signals.ts'
export type { AnswerOf, CallName, RowOf, Send, SendOptions, SentBy } from './types.ts'
