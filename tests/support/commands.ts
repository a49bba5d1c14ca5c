/** As `npm run admin` and `npm start` run Node, with its compile cache: without it, loading takes three times as long. */
const CACHED = ['--require', './src/server/need-node.cjs'] as const
export const ADMIN = [...CACHED, 'src/server/admin.ts'] as const
export const START = [...CACHED, 'src/server/start.ts'] as const
