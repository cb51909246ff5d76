import type { Browser, BrowserContext } from '@playwright/test'
import { decodeJwt } from 'jose'
import { signIn } from '../../tests/server/support/signIn.ts'
import { watchScreens } from './steadyScreens.ts'

type Options = Parameters<Browser['newContext']>[0]

/** What a sign-in leaves behind in a browser: the cookies of the identity provider and the identity that the portal keeps. */
const leftBySignIn = async (
  url: string,
  userId: string,
): Promise<Parameters<BrowserContext['setStorageState']>[0]> => {
  const { tokens, cookies } = await signIn(url, userId)
  const { expires_in, ...identity } = tokens
  const expiresAt = Math.floor(Date.now() / 1000) + expires_in
  const kept = {
    [`oidc.user:${url}/oidc:bedel-portal`]: JSON.stringify({
      ...identity,
      session_state: null,
      profile: decodeJwt(tokens.id_token),
      expires_at: expiresAt,
    }),
    'bedel.identity-ends': String(expiresAt * 1000),
  }
  return {
    cookies: [...cookies.values].map(([name, value]) => ({
      name,
      value,
      domain: new URL(url).hostname,
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    })),
    origins: [{ origin: url, localStorage: Object.entries(kept).map(([name, value]) => ({ name, value })) }],
  }
}

/** A browser in which nobody has signed in yet; its pages are watched. */
export const newBrowser = async (browser: Browser, options: Options = {}): Promise<BrowserContext> => {
  const context = await browser.newContext(options)
  await watchScreens(context)
  return context
}

/** Has somebody signed in in a browser, of which nothing else is left. The sign-in itself is walked in `journeys/wholeJourney`. */
export const signInBefore = async (context: BrowserContext, url: string, userId: string): Promise<void> =>
  context.setStorageState(await leftBySignIn(url, userId))
