export { pageLocationOf, readLocation, setPageLocation, type PageLocation } from './location.ts'
export { pathTo } from './pathTo.ts'
export { navigate, pageOpened, preload, setPageOpened, setNavigator, type Navigator } from './navigator.ts'
