// Loaded before anything else, and by any Node: an old one cannot read TypeScript, and would only say that it does not know the ending.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node 22.18 or newer is needed, and this is ${process.versions.node}. On Linux \`npm ci\` brings one along, and \`npm start\` uses it;\n` +
      'elsewhere install it from https://nodejs.org and run `npm ci` again.',
  )
  process.exit(1)
}
// Node's compile cache is kept beside the sources, so that the next start is a second shorter.
require('node:module').enableCompileCache?.(require('node:path').join(__dirname, '../../node_modules/.cache/node'))
require('./drizzle-modules.cjs')
