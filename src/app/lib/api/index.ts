export * from './errors.ts'
export { needClients, send, type SendOptions } from './send.ts'
export { onSignal, type Signal } from './signals.ts'
export { wire, type AnswerOf, type CallName, type RowOf, type SentBy } from './wire.ts'
