// Node reads the package.json of drizzle-orm (179 kB) again for each of the package's modules that it resolves: half a
// second of processor at every start. Between them the modules name files, so that nothing there has to be looked up.
const FOLDER = '/node_modules/drizzle-orm/'

require('node:module').registerHooks?.({
  resolve: (specifier, context, next) =>
    /^\.\.?\/.*\.js$/.test(specifier) && context.parentURL?.includes(FOLDER)
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
