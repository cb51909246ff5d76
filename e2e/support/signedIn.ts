import type { Browser, BrowserContext } from '@playwright/test'
import { decodeJwt } from 'jose'
import { signIn } from '../../tests/server/support/signIn.ts'
import { watchScreens } from './steadyScreens.ts'

type Options = Parameters<Browser['newContext']>[0]

/**
 * A browser in which somebody has signed in before: it holds what the sign-in leaves behind, the cookies of the identity
 * provider and the identity that the portal keeps. The sign-in itself is walked in `journeys/wholeJourney`.
 */
export const signedInBrowser = async (
  browser: Browser,
  url: string,
  userId: string,
  options: Options = {},
): Promise<BrowserContext> => {
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
  const context = await browser.newContext({
    ...options,
    storageState: {
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
      origins: [
        { origin: url, localStorage: Object.entries(kept).map(([name, value]) => ({ name, value })) },
      ],
    },
  })
  await watchScreens(context)
  return context
}
