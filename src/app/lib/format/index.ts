export * from './number.ts'
export * from './time.ts'
