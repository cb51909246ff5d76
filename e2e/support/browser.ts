import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
 * Settings of fontconfig that have the fonts of the package where it has unpacked them: its own say /tmp, and without a font
 * a browser draws no text. Several processes may write them at once.
 */
const writeFontSettings = async (): Promise<string> => {
  const file = join(tmpdir(), 'bedel-fonts.conf')
  const folders = [join(tmpdir(), 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
  const own = `${file}.${process.pid}`
  await writeFile(
    own,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map(folder => `  <dir>${folder}</dir>`).join('\n')}
  <cachedir>${join(tmpdir(), 'fonts-cache')}</cachedir>
</fontconfig>
`,
  )
  await rename(own, file)
  return file
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
  const env = { ...process.env, FONTCONFIG_FILE: await writeFontSettings() }
  process.env = before
  return { executablePath, args: [...quiet, '--no-zygote', '--in-process-gpu'], env }
}

/**
 * The browser of the tests, and where it comes from: PLAYWRIGHT_CHROMIUM, Playwright's own, one on the PATH, or the one inside the
 * npm package @sparticuz/chromium, so that a fresh machine needs no download apart from npm packages.
 */
export const chosenBrowser = async (): Promise<{ source: string; launch: LaunchOptions }> => {
  const from = (source: string, executablePath: string) => ({
    source: `${source}, ${executablePath}`,
    launch: { executablePath, args: quiet },
  })
  const named = process.env.PLAYWRIGHT_CHROMIUM
  if (named) return from('named by PLAYWRIGHT_CHROMIUM', named)
  const own = await ownOfPlaywright()
  if (own) return from("Playwright's own", own)
  const installed = onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome')
  if (installed) return from("the system's", installed)
  return { source: 'packed in @sparticuz/chromium', launch: await packed() }
}
