import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { buildIfStale } from '../../../src/server/build.ts'
import { FACES } from '../../../src/server/documents/fonts.ts'
import { ROOT } from '../../../src/server/main.ts'
import { makeRelease } from '../../release/release.ts'
import { launchOptions } from '../../support/browser.ts'
import { ADMIN } from '../../support/commands.ts'
import { SCRATCH } from '../../support/scratch.ts'
import { startServer } from '../../support/server.ts'
import { noneOf } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'

const run = promisify(execFile)
const MB = 1_000_000
const MOST_MB = 400
const PASSWORD = 'Kiefer77x'
/** What only a build needs. */
const TOOLS = [
  'vite',
  'typescript',
  '@babel/core',
  'rolldown',
  'playwright-core',
  'vitest',
  'oxlint',
  'react',
  'primereact',
]
/** The practice sale opens within its pause. */
const OPENS = { timeout: 120_000 }

export const release: Proof = {
  name: 'release',
  promise: `The archive of a release serves by itself: a bid in the demo, an administrator without it, in ${MOST_MB} MB`,
  full: prove,
  sample: prove,
}

async function prove({ say }: Options): Promise<Figures> {
  await buildIfStale(ROOT, say)
  const { archive, archiveBytes, unpackedBytes, packages } = await makeRelease(FACES.flatMap(({ files }) => files))
  // Apart from the repository, whose packages it would find otherwise.
  const folder = mkdtempSync(join(SCRATCH, 'timber-release-'))
  // PostgreSQL runs as another user than root.
  chmodSync(folder, 0o755)
  try {
    await run('tar', ['-xzf', archive, '-C', folder])
    const root = join(folder, basename(archive, '.tar.gz'))
    say(`${basename(archive)}: ${Math.round(archiveBytes / MB)} MB, unpacked ${Math.round(unpackedBytes / MB)} MB`)
    const demo = await bidInDemo(root, join(folder, 'demo'))
    say(`the demo: ${demo.said}`)
    const own = await ownExchange(root, join(folder, 'own'))
    const figures = {
      'archive (MB)': Math.round(archiveBytes / MB),
      'unpacked (MB)': Math.round(unpackedBytes / MB),
      packages,
      'ready for the first bid after (s)': demo.seconds.toFixed(1),
    }
    noneOf(
      {
        'build tools in the archive': TOOLS.filter((name) => existsSync(join(root, 'node_modules', name))),
        'larger than it may be': unpackedBytes > MOST_MB * MB ? 1 : 0,
        'the demo built or missed something': demo.log.match(/Building|older than its sources|Cannot find/g) ?? [],
        'no bid in the demo': demo.leads ? 0 : 1,
        'the administrator cannot sign in': own.signedIn ? 0 : 1,
      },
      figures,
    )
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As the archive's README says: start it, sign in, enter the practice sale, press the big button. */
async function bidInDemo(root: string, dataDir: string) {
  const since = performance.now()
  mkdirSync(dataDir)
  const server = await startServer({ root, dataDir })
  const browser = await chromium.launch(launchOptions())
  try {
    const page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 390, height: 844 } })
    await signIn(page, server.url, 'buyer1', 'Timber2026')
    await page.goto(`${server.url}/index`)
    await page.locator('#practice').getByRole('button', { name: '进入会场' }).click(OPENS)
    const button = page.locator('button[data-kind="canBid"]')
    await button.waitFor(OPENS)
    const seconds = (performance.now() - since) / 1_000
    // A price that has just appeared is not sent.
    await button.and(page.locator(':not([data-fresh="unseen"])')).click()
    const leads = page.getByText('您领先').first()
    await leads.waitFor(OPENS)
    return {
      seconds,
      leads: await leads.isVisible(),
      said: `a bid leads after ${seconds.toFixed(1)} s`,
      log: server.log,
    }
  } finally {
    await browser.close()
    await server.stop({ keep: true })
  }
}

async function signIn(page: Page, url: string, account: string, password: string): Promise<void> {
  await page.goto(`${url}/login?lang=zh`)
  await page.getByLabel('登录账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: '登录' }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'), OPENS)
}

/** An empty database, and its first administrator. */
async function ownExchange(root: string, dataDir: string) {
  mkdirSync(dataDir)
  const server = await startServer({ root, dataDir, env: { DEMO: '0' } })
  try {
    const child = run(process.execPath, [...ADMIN, 'create-administrator', '--login', 'ada'], {
      cwd: root,
      env: { PATH: dirname(process.execPath), HOME: process.env['HOME'], DATA_DIR: dataDir, DEMO: '0' },
    })
    child.child.stdin?.end(`${PASSWORD}\n`)
    await child
    const answer = await fetch(`${server.url}/prod-api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'ada', password: PASSWORD }),
    })
    return { signedIn: (await answer.text()).includes('access_token') }
  } finally {
    await server.stop({ keep: true })
  }
}
