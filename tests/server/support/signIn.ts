import { createHash, randomBytes } from 'node:crypto'

/** Cookies of one browser. */
class Cookies {
  readonly values = new Map<string, string>()

  take(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const value = pair.slice(at + 1)
      if (value === '') this.values.delete(pair.slice(0, at))
      else this.values.set(pair.slice(0, at), value)
    }
  }

  header(): string {
    return [...this.values].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

export interface IdentityTokens {
  id_token: string
  access_token: string
  refresh_token: string
  scope: string
  /** Seconds. */
  expires_in: number
}

/** Signs in at the embedded provider as the browser does, up to the code that is to be exchanged for tokens. */
export const codeOf = async (
  origin: string,
  userId: string,
  /** What the browser asks for besides. */
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ code: string; verifier: string; cookies: Cookies; page: string }> => {
  const cookies = new Cookies()
  const visit = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(new URL(url, origin), {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, cookie: cookies.header() },
    })
    cookies.take(answer)
    return answer
  }
  const verifier = randomBytes(32).toString('base64url')
  const search = new URLSearchParams({
    client_id: 'bedel-portal',
    response_type: 'code',
    scope: 'openid email exchange:token offline_access',
    redirect_uri: `${origin}/callback/signin`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state',
    ...parameters,
  })
  const redirect = await visit(`/oidc/auth?${search}`)
  const interaction = redirect.headers.get('location') ?? ''
  const page = await (await visit(interaction)).text()
  const chosen = await visit(`${interaction}/login`, {
    method: 'POST',
    body: new URLSearchParams({ user: userId }),
  })
  const resumed = await visit(chosen.headers.get('location') ?? '')
  const code = new URL(resumed.headers.get('location') ?? '', origin).searchParams.get('code') ?? ''
  return { code, verifier, cookies, page }
}

/** Signs in at the embedded provider by authorisation code with PKCE, as the browser does. */
export const signIn = async (
  origin: string,
  userId: string,
  /** What the browser asks for besides. */
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ tokens: IdentityTokens; cookies: Cookies; page: string }> => {
  const { code, verifier, cookies, page } = await codeOf(origin, userId, parameters)
  const answer = await tokenCall(origin, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: `${origin}/callback/signin`,
  })
  return { tokens: (await answer.json()) as IdentityTokens, cookies, page }
}

/** A call of the provider's token endpoint as the portal. */
export const tokenCall = (origin: string, form: Record<string, string>): Promise<Response> =>
  fetch(`${origin}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'bedel-portal', ...form }),
  })
