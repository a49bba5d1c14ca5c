import { SCREENS, type ScreenName } from '../../contract/screens.ts'
import { useClient } from './client.ts'

/** A screen's name, as in menus and tabs, in the language of the page. */
export const useScreenTitle = (name: ScreenName): string => SCREENS[name].title[useClient().locale]
