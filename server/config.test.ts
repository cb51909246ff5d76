import { describe, expect, it } from 'vitest'
import { readConfig, settingNames, unescapedSettings, unknownSettings } from './config.ts'

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
    [{ BACKUP_AT: '02:30' }, 'BACKUP_TO: missing; BACKUP_AT needs it'],
    [
      { BACKUP_AT: '02:30', BACKUP_TO: '/backup', DATABASE_URL: 'postgres://db/bedel' },
      'BACKUP_AT: must not be set beside DATABASE_URL',
    ],
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

  /** Wrong values, at least one for each setting, of the kinds that people type: the wrong unit, a list, a sentence, another thing's form. */
  const wrong: Record<string, readonly string[]> = {
    NODE_ENV: ['prod', 'Production'],
    PORT: ['80a', '-1', '3000.5', ' 3000'],
    HOST: ['http://portal.example', 'portal.example:3000', 'two hosts', '-a'],
    PUBLIC_URL: [
      'portal.example',
      'http:portal.example',
      'https://portal.example/?a=1',
      'https://portal.example/#x',
      'https://portal.example/?',
      'https://user:secret@portal.example',
    ],
    METRICS_PORT: ['0', '65536', '3000'],
    METRICS_HOST: ['http://127.0.0.1', 'a b'],
    TRUST_PROXY: ['1', '10.0.0.0/33', '10.0.0.0/8;10.1.0.0/16'],
    CALLS_PER_MINUTE: ['100', 'read=1e3', 'read=1,read=2', 'read=1,'],
    REQUEST_TIMEOUT_SECONDS: ['0', '10s', '601'],
    DATA_DIR: [import.meta.filename],
    ROLE: ['server', 'API'],
    KEYS_DIR: [import.meta.filename],
    AUDIT_CHECKPOINTS_DIR: [import.meta.filename],
    DATABASE_URL: ['postgres:bedel', 'localhost:5432/bedel', 'mysql://db/bedel'],
    MIGRATION_DATABASE_URL: ['postgresql:bedel', 'db'],
    LISTEN_DATABASE_URL: ['http://db/bedel'],
    S3_ENDPOINT: ['s3.example', 's3://bucket', 'https://s3.example?a=1'],
    S3_BUCKET: ['ab', 'My-Bucket', 'my_bucket', 'bucket/folder', '-bucket'],
    S3_REGION: ['eu west 2', 'eu/west'],
    OIDC_ISSUER: ['id.example', 'https://id.example?tenant=1', 'https://id.example#a'],
    OIDC_CLIENT_ID: ['bedel portal', 'bedel\n'],
    OIDC_SCOPES: ['profile email', 'openid,profile', 'openid  profile', 'openid "email"'],
    OIDC_CLAIMS: ['name=n', '[]', '{"name":5}', '{"name":""}', '{"role":"r"}'],
    API_TOKEN_SECONDS: ['4', '541', '9m'],
    DEMO: ['yes', 'on', 'TRUE'],
    DEMO_DATA: ['none'],
    DEMO_PROVIDERS: ['-5', '5001', 'many'],
    PUBLIC_SPECIFICATION: ['public'],
    PUBLIC_VALIDATE: ['public'],
    UPLOAD_MAX_BYTES: ['4GB', '0'],
    UPLOAD_AT_ONCE_BYTES: ['64k', '1'],
    DISK_RESERVE_MB: ['256MB', '1.5'],
    DRAIN_SECONDS: ['5s', '301'],
    UPLOAD_EXPIRES_SECONDS: ['1h', '4'],
    UPLOAD_PARTS_EXPIRE_SECONDS: ['3d', '59'],
    ANALYSIS_CACHE_BYTES: ['1G'],
    WORKER_CONCURRENCY: ['0', 'auto'],
    WORKER_MEMORY_MB: ['1G', '64'],
    WORKER_THREADS: ['0', 'all'],
    ISSUES_URL: ['jira.example', 'https://user:secret@jira.example'],
    ISSUES_TOKEN: ['a b', 'token\n'],
    ISSUES_PROJECT: ['quality', 'Q-1'],
    WEBHOOKS_PRIVATE_NETWORKS: ['10.0.0.0/8'],
    SMTP_URL: ['smtp:mail.example', 'mail.example:25', 'https://mail.example'],
    MAIL_FROM: ['Bedel', '<a@b.example', 'a@b.example>', 'a@b@c.example', 'a@b.example, c@d.example'],
    PRODUCT_NAME: ['<b>', 'A'.repeat(41)],
    PRODUCT_KEY: ['A', 'two words', '1st'],
    BACKUP_TO: [import.meta.filename, 'data', './data/backups'],
    BACKUP_AT: ['2:30', '24:00', '02:30:00', '2.30am'],
    BACKUP_KEEP: ['0', 'all'],
    KEEP_SUPERSEDED_DAYS: ['0', '-1', '1.5', 'all'],
    LOG_LEVEL: ['verbose', 'INFO'],
  }
  const others: Record<string, Record<string, string>> = {
    METRICS_HOST: { METRICS_PORT: '9000' },
    BACKUP_AT: { BACKUP_TO: '/backup' },
    BACKUP_KEEP: { BACKUP_TO: '/backup', BACKUP_AT: '02:30' },
    LISTEN_DATABASE_URL: { DATABASE_URL: 'postgres://db/bedel' },
    S3_ENDPOINT: { S3_BUCKET: 'bedel' },
    S3_BUCKET: { S3_ENDPOINT: 'https://s3.example' },
    ISSUES_URL: { ISSUES_TOKEN: 't', ISSUES_PROJECT: 'QA' },
    ISSUES_TOKEN: { ISSUES_URL: 'https://jira.example', ISSUES_PROJECT: 'QA' },
    ISSUES_PROJECT: { ISSUES_URL: 'https://jira.example', ISSUES_TOKEN: 't' },
    SMTP_URL: { MAIL_FROM: 'portal@bedel.example' },
    MAIL_FROM: { SMTP_URL: 'smtp://mail.example' },
  }

  it('has wrong values to try for every setting', () => {
    expect(Object.keys(wrong).toSorted()).toEqual(settingNames.toSorted())
  })

  it.each(Object.entries(wrong).flatMap(([name, values]) => values.map(value => [name, value] as const)))(
    'refuses a wrong %s: %j',
    (name, value) => {
      const read = () => readConfig({ ...others[name], [name]: value })
      expect(read).toThrow(new RegExp(`^The configuration is not valid:\\n  ${name}[.:a-z]* (must|missing)`))
      expect(read).not.toThrow('secret')
    },
  )

  it.each([
    { HOST: '::', METRICS_HOST: 'metrics', METRICS_PORT: '9000' },
    { PUBLIC_URL: 'https://portal.example/bedel/' },
    { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_BUCKET: 'bedel.files-1', S3_REGION: 'eu-west-2' },
    { OIDC_ISSUER: 'https://id.example/realms/agency', OIDC_SCOPES: 'openid profile urn:a:b' },
    { SMTP_URL: 'smtps://user:pass@mail.example:465', MAIL_FROM: 'Bedel <portal@bedel.example>' },
    { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'portal@bedel.example' },
    { DATABASE_URL: 'postgresql:///bedel?host=/var/run/postgresql' },
  ])('accepts %j', environment => {
    expect(() => readConfig(environment)).not.toThrow()
  })

  it('refuses demonstration data without the demonstration', () => {
    const real = { DEMO: 'false', OIDC_ISSUER: 'https://id.example' }
    expect(() => readConfig({ ...real, DEMO_DATA: 'true' })).toThrow('DEMO_DATA: needs DEMO=true')
    expect(() => readConfig({ ...real, DEMO_PROVIDERS: '5' })).toThrow('DEMO_PROVIDERS: needs DEMO=true')
    const both = { ...real, DEMO_DATA: 'true', DEMO_PROVIDERS: '5' }
    expect(() => readConfig(both)).toThrow('DEMO_DATA: needs DEMO=true\n  DEMO_PROVIDERS: needs DEMO=true')
  })

  it('names variables that look like settings, with those that exist', () => {
    expect(
      unknownSettings({ S3_KEY: 'x', S3_BUCKET: 'bedel', NODE_OPTIONS: 'x', PATH: '/bin', HOME_PAGE: 'x' }),
    ).toEqual(['S3_KEY is not a setting. Did you mean S3_ENDPOINT or S3_BUCKET or S3_REGION?'])
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
    expect(() => readConfig({ NODE_ENV: 'production', PORT: 'x' })).toThrow(
      /^The configuration is not valid:\n {2}PORT: must .*\n {2}OIDC_ISSUER: missing/,
    )
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

describe('unescapedSettings', () => {
  it('names an address whose credentials have an @, and none of its characters', () => {
    const environment = {
      DATABASE_URL: 'postgres://bedel_app:p@ss@db/bedel',
      SMTP_URL: 'smtp://portal%40example.org:secret@mail.example',
      MAIL_FROM: 'Portal <portal@example.org>',
      PUBLIC_URL: 'https://portal.example/a@b/@',
    }
    expect(unescapedSettings(environment)).toEqual([
      'DATABASE_URL has an unescaped @ in its user name or password: write %40.',
    ])
    expect(unescapedSettings({ SMTP_URL: 'smtps://portal@example.org:secret@mail.example' })).toHaveLength(1)
  })
})
