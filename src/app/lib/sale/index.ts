export * from './board.ts'
export * from './part.ts'
export * from './queries.ts'
