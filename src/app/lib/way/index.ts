export { here, readHere, setHere, type Here } from './here.ts'
export { pathTo } from './pathTo.ts'
export { go, opened, preload, provideOpened, provideWay, type Way } from './way.ts'
