import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('readConfig', () => {
  it('runs whole, embedded and with the demonstration by default', () => {
    const config = readConfig({})
    expect([config.port, config.host, config.role, config.demo, config.databaseUrl, config.s3]).toEqual([
      3000,
      '127.0.0.1',
      'all',
      true,
      undefined,
      undefined,
    ])
  })

  it.each([
    [{ PORT: 'http' }, 'PORT: must be a whole number from 0 to 65535 (it is "http")'],
    [{ PORT: '70000' }, 'PORT: must be a whole number from 0 to 65535 (it is "70000")'],
    [{ ROLE: 'both' }, 'ROLE: must be one of all, api, worker (it is "both")'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must be an address that begins with postgres://'],
    [{ S3_ENDPOINT: 'http://s3.example' }, 'S3_BUCKET: missing; S3_ENDPOINT, S3_BUCKET are needed together'],
    [{ OIDC_CLAIMS: '{' }, 'OIDC_CLAIMS: must be a JSON object'],
    [{ OIDC_CLAIMS: '{"roles":"r"}' }, 'OIDC_CLAIMS: '],
    [{ NODE_ENV: 'production' }, 'OIDC_ISSUER: missing'],
    [{ TRUST_PROXY: '10.0.0.0/40' }, 'TRUST_PROXY: must be addresses or networks'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY: must be addresses or networks'],
    [
      { ISSUES_URL: 'https://jira.example', ISSUES_PROJECT: 'QA' },
      'ISSUES_TOKEN: missing; ISSUES_URL, ISSUES_TOKEN, ISSUES_PROJECT are needed together',
    ],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM: missing; SMTP_URL, MAIL_FROM are needed together'],
    [
      { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' },
      'MAIL_FROM: must be an e-mail address, with a name before it or without',
    ],
    [{ ISSUES_PROJECT: 'qa' }, 'ISSUES_PROJECT: must be the key of a project, like QA'],
    [{ CALLS_PER_MINUTE: 'read=0' }, 'CALLS_PER_MINUTE: must be pairs like read=2400,write=600'],
    [{ CALLS_PER_MINUTE: 'reads=5' }, 'CALLS_PER_MINUTE: must be pairs like read=2400,write=600'],
    [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_PORT: missing; METRICS_HOST needs it'],
    [{ METRICS_PORT: '0' }, 'METRICS_PORT: must be a whole number from 1'],
    [{ API_TOKEN_SECONDS: '600' }, 'API_TOKEN_SECONDS: must be a whole number from 5 to 540'],
    [{ UPLOAD_MAX_BYTES: '-1' }, 'UPLOAD_MAX_BYTES: must be a whole number from 1'],
    [{ UPLOAD_AT_ONCE_BYTES: '64' }, 'UPLOAD_AT_ONCE_BYTES: must be a whole number from 65536'],
    [{ PRODUCT_NAME: 'A <b>' }, 'PRODUCT_NAME: must be 1 to 40 characters without'],
    [{ PRODUCT_KEY: 'Acme' }, 'PRODUCT_KEY: must be 2 to 31 small letters and digits'],
    [{ PRODUCT_KEY: 'provider' }, 'PRODUCT_KEY: must not be one of provider, statutory_customer'],
  ])('refuses %j and names the variable', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message)
  })

  it('keeps copies of analyses where the object store is on another machine', () => {
    const s3 = { S3_ENDPOINT: 'http://s3.example', S3_BUCKET: 'bedel' }
    const bytes = [{}, s3, { ...s3, ANALYSIS_CACHE_BYTES: '0' }].map(
      environment => readConfig(environment).analysisCacheBytes,
    )
    expect(bytes).toEqual([0, 1_073_741_824, 0])
  })

  it('changes the limits that are named, and believes the proxies that are named', () => {
    const { callsPerMinute, trustProxy } = readConfig({
      CALLS_PER_MINUTE: 'read=7, write=8',
      TRUST_PROXY: 'loopback, 10.0.0.0/8,::1',
    })
    expect([callsPerMinute.read, callsPerMinute.write]).toEqual([7, 8])
    expect(callsPerMinute.signIn).toBe(readConfig({}).callsPerMinute.signIn)
    expect(trustProxy).toEqual(['loopback', '10.0.0.0/8', '::1'])
    expect(readConfig({}).trustProxy).toBeUndefined()
  })

  it('names every fault at once and never prints a secret', () => {
    const read = () => readConfig({ PORT: 'x', DATABASE_URL: 'ftp://user:secret@db' })
    expect(read).toThrow('PORT')
    expect(read).toThrow('DATABASE_URL')
    expect(read).not.toThrow('secret')
  })

  it('asks an outside issuer for no scope that only the embedded one knows, and for the names of people', () => {
    const scopes = (environment: Record<string, string>) => readConfig(environment).oidc.scopes
    expect(scopes({})).toBe('openid email exchange:token offline_access')
    const outside = { OIDC_ISSUER: 'https://id.example' }
    expect(scopes(outside)).toBe('openid profile email offline_access')
    expect(scopes({ ...outside, OIDC_SCOPES: 'openid profile' })).toBe('openid profile')
  })

  it('starts the demonstration in production only when it is asked for', () => {
    expect(readConfig({ NODE_ENV: 'production', DEMO: 'true' }).demo).toBe(true)
    expect(readConfig({ NODE_ENV: 'production', OIDC_ISSUER: 'https://id.example' }).demo).toBe(false)
  })

  it.each(['DEMO', 'DEMO_DATA', 'DEMO_PROVIDERS'])('refuses %s in production beside a real issuer', name => {
    const environment = { NODE_ENV: 'production', OIDC_ISSUER: 'https://id.example' }
    expect(() => readConfig({ ...environment, [name]: name === 'DEMO_PROVIDERS' ? '5' : 'true' })).toThrow(
      `${name}: must not be set in production beside OIDC_ISSUER`,
    )
    for (const off of name === 'DEMO_PROVIDERS' ? ['0'] : ['false', '0'])
      expect(readConfig({ ...environment, [name]: off }).demo).toBe(false)
  })
})
