import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** Arguments that keep a Chromium of the system quiet and let it run as root. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const onPath = (name: string): string | undefined => {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

const ownOfPlaywright = async (): Promise<string | undefined> => {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/**
 * The browser inside the npm package, with the libraries that a bare machine lacks. The package unpacks those only where
 * it believes itself in a cloud function, and then changes the environment of this process; both are confined here.
 */
const packed = async (): Promise<LaunchOptions> => {
  const before = { ...process.env }
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const executablePath = await chromium.executablePath()
  const env = { ...process.env }
  process.env = before
  return { executablePath, args: [...quiet, '--no-zygote', '--in-process-gpu'], env }
}

/**
 * The browser of the tests: PLAYWRIGHT_CHROMIUM, Playwright's own, one on the PATH, or the one inside the npm package
 * @sparticuz/chromium, so that a fresh machine needs no download besides npm's.
 */
export const browserLaunch = async (): Promise<LaunchOptions> => {
  const known =
    process.env.PLAYWRIGHT_CHROMIUM ??
    (await ownOfPlaywright()) ??
    onPath('chromium') ??
    onPath('chromium-browser') ??
    onPath('google-chrome')
  if (known) return { executablePath: known, args: quiet }
  return packed()
}
