export { ReadAge } from './ReadAge.tsx'
export { ReadProblem } from './ReadProblem.tsx'
export { readOf, type Read } from './troubleOf.ts'
