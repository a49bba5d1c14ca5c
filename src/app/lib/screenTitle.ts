import { SCREENS, type ScreenName } from '../../contract/screens.ts'
import { useClient } from './client.ts'

/** Name of a screen in menus and tabs, in the page's language. */
export const useScreenTitle = (name: ScreenName): string => SCREENS[name].title[useClient().locale]
