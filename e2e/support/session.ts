import type { Page } from '@playwright/test'

/** Ends the session at the identity service for good: a refresh token that is used twice revokes what it stands for. */
export const revokeSession = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const key = Object.keys(localStorage).find(name => name.startsWith('oidc.user:')) ?? ''
    const user = JSON.parse(localStorage.getItem(key) ?? '{}') as { refresh_token: string }
    const refresh = async () => {
      const [, authority = '', client = ''] = /^oidc\.user:(.*):([^:]+)$/.exec(key) ?? []
      const answer = await fetch(`${authority}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: user.refresh_token,
          client_id: client,
        }),
      })
      return answer.status
    }
    await refresh()
    return refresh()
  })

/** Every call that still carries the present token of this window carries one that is over instead; a newer one counts. */
export const spoilToken = async (page: Page): Promise<void> => {
  const token = await page.evaluate(() => localStorage.getItem('bedel.api-token'))
  const bearer = `Bearer ${token}`
  await page.route('**/api/**', (route, request) => {
    const headers = request.headers()
    return headers.authorization === bearer
      ? route.continue({ headers: { ...headers, authorization: 'Bearer over' } })
      : route.fallback()
  })
}
