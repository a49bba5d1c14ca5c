import { existsSync } from 'node:fs'

const places = [
  process.env['CHROME_PATH'],
  // Debian's headless shell draws the same pages with a sixth less work.
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** An installed Chromium or Chrome; none means that Playwright's own is used. */
export function installedBrowser(): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place))
}

/**
 * Playwright's own list, which a list of ours replaces; and three features that use more processor time than the pages
 * under test: each window loads two suggestion pages, and each text is scanned for its language.
 */
const NOT_NEEDED = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'Translate',
]
const runsAsRoot = process.getuid?.() === 0

/** Launch options of every test browser, including the fixtures'. */
export function launchOptions() {
  const executablePath = installedBrowser()
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      `--disable-features=${NOT_NEEDED.join(',')}`,
      ...(runsAsRoot ? ['--no-sandbox'] : []),
    ],
  }
}
