import type { Plugin } from 'vite'

const PAGE = '/tests/style/sheet/index.html'

/**
 * `/style` in development: the components in every state. A build does not have the page, so the app answers not found.
 */
export function styleSheet(): Plugin {
  return {
    name: 'style-sheet',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [path, query = ''] = (request.url ?? '').split('?')
        if (path === '/style') response.writeHead(302, { location: `${PAGE}?${query}` }).end()
        else next()
      })
    },
  }
}
