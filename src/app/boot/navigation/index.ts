export { here, readHere, setHere, type Here } from './here.ts'
export { pathTo } from './pathTo.ts'
export { navigate, pageOpened, preload, setPageOpened, setNavigator, type Navigator } from './navigator.ts'
