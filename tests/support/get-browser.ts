import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installedBrowser } from './browser.ts'

if (installedBrowser() === undefined && !existsSync(chromium.executablePath())) {
  const { status } = spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
