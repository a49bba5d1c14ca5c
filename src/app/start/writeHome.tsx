import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { WriteHome } from '../../contract/home.ts'
import { setCurrentLocale } from '../lib/i18n/current.ts'
import { sellerToken } from '../lib/session/index.ts'
import { messages as en } from '../locales/en.po'
import { messages as zh } from '../locales/zh.po'
import { App } from './App.tsx'
import { fillHome } from './homeData.ts'

i18n.load({ zh, en })

/** The home page as the app draws it: read before any script is here, then taken over as it stands. Nothing in here waits, so one page's language, time and reader are its own. */
export const writeHome: WriteHome = (data) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } } })
  setCurrentLocale(data.locale)
  i18n.activate(data.locale)
  sellerToken.set(data.known ? 'somebody' : null)
  fillHome(client, data, data.at)
  const markup = renderToString(<App client={client} onReady={ready} />)
  client.clear()
  return markup
}

const ready = (): void => {}
