/** A setting as its page explains it. */
export interface SettingText {
  meaning: string
  /** The default in words, if it follows from other settings. */
  standard?: string
  /** A consequence or condition that is too long for the table. */
  note?: string
}

/** The groups of the page in their order, each with its settings. Every setting of `server/config.ts` is in one of them. */
export const groups: Readonly<Record<string, Readonly<Record<string, SettingText>>>> = {
  'Process and addresses': {
    NODE_ENV: {
      meaning: 'Set `production` for real use.',
      note: 'In production the server needs `OIDC_ISSUER`, or `DEMO=true`.',
    },
    ROLE: { meaning: 'What the process does: serve, work on jobs, or both.' },
    HOST: { meaning: 'Address on which the portal and its API listen.' },
    PORT: { meaning: 'Port of the portal and its API. The API is under `/api`.' },
    PUBLIC_URL: {
      meaning: 'Address in the browser, if a proxy is in front.',
      standard: 'host and port',
      note: 'May have a path, such as `https://agency.example/returns`. See [Put a proxy in front](proxy.md).',
    },
    TRUST_PROXY: {
      meaning: 'Addresses or networks of the proxies in front.',
      note: 'Without it all users share the limits of the proxy’s address. Never name a network from which people connect.',
    },
    METRICS_PORT: {
      meaning: 'Port for `/metrics`, `/docs` and `/openapi.json`.',
      standard: 'none',
      note: 'Without it an API process serves them with the portal, in production nowhere. A worker serves `/metrics`, `/health/live` and `/health/ready` only at this port.',
    },
    METRICS_HOST: { meaning: 'Address for `METRICS_PORT`.' },
    REQUEST_TIMEOUT_SECONDS: {
      meaning: 'Time for the headers, and again for the body.',
      note: 'An uploaded file has to arrive faster than 1 kB a second instead.',
    },
    CALLS_PER_MINUTE: {
      meaning: 'Limits of calls by user, before sign-in by address.',
      note: 'Name only the limits that you change: `read=2400,write=600`. `server/http/costs.ts` says which call counts as what. Each process counts for itself.',
    },
    DRAIN_SECONDS: {
      meaning: 'Pause between “not ready” and the end of serving.',
      note: 'Set it longer than the load balancer needs to notice.',
    },
    LOG_LEVEL: { meaning: 'Lowest level that is logged.', standard: '`warn`, in production `info`' },
  },
  Database: {
    DATABASE_URL: {
      meaning: 'PostgreSQL 15 or later. Without it, the embedded database.',
      note: 'The role must be neither a superuser nor able to bypass row-level security.',
    },
    MIGRATION_DATABASE_URL: {
      meaning: 'The same database as the owner of its tables.',
      standard: '`DATABASE_URL`',
      note: 'Only `npm run admin` needs it. A server started without it can neither change nor remove an audit entry.',
    },
    LISTEN_DATABASE_URL: {
      meaning: 'The same database and role without a pooler.',
      standard: '`DATABASE_URL`',
      note: 'The queue and live messages need notifications, which a pooler by transaction loses. Without notifications the process is not ready.',
    },
  },
  'Files and keys': {
    DATA_DIR: {
      meaning: 'Folder for database, files, analyses and keys.',
      note: 'With `DATABASE_URL` and `S3_ENDPOINT` it holds only caches, and each process can have its own.',
    },
    KEYS_DIR: {
      meaning: 'Folder for the keys that are not in the database.',
      standard: '`keys` in `DATA_DIR`',
      note: 'All processes of an installation need the same folder. Without its master key no stored file can be read.',
    },
    S3_ENDPOINT: {
      meaning: 'Object store. Without it, a folder in `DATA_DIR`.',
      note: 'Also set the usual AWS credentials.',
    },
    S3_BUCKET: { meaning: 'Bucket in the object store. Needed with `S3_ENDPOINT`.' },
    S3_REGION: { meaning: 'Region of the object store.' },
    ANALYSIS_CACHE_BYTES: {
      meaning: 'Size of the encrypted cache of analyses in `DATA_DIR`.',
      standard: '1 GiB with `S3_ENDPOINT`, else 0',
    },
    DISK_RESERVE_MB: {
      meaning: 'Free space below which the server is not ready.',
      note: 'The server then accepts no files and starts no stage. A file in parts needs up to twice its size in the folder store.',
    },
    KEEP_SUPERSEDED_DAYS: {
      meaning: 'Days until the file of a superseded upload is removed.',
      standard: 'a week after the collection is archived',
      note: 'An upload is superseded when two later ones have arrived. Signed-off records stay, and so do the status, history and rule results of every upload.',
    },
  },
  'Sign-in': {
    OIDC_ISSUER: {
      meaning: 'OpenID Connect issuer. Without it, the embedded one.',
      note: 'The embedded issuer has demonstration users and lets everybody in. See [Connect your identity provider](identity.md).',
    },
    OIDC_CLIENT_ID: { meaning: 'The portal’s client at the issuer.' },
    OIDC_SCOPES: {
      meaning: 'Scopes that are requested at sign-in.',
      standard: '`openid profile email offline_access` with `OIDC_ISSUER`',
    },
    OIDC_CLAIMS: {
      meaning: 'Names of the claims, if yours differ.',
      standard: 'name, email, organisations',
      note: 'Example: `{"organisations": "https://example.org/organisations"}`.',
    },
    API_TOKEN_SECONDS: {
      meaning: 'Lifetime of an API token.',
      note: 'With a minute for different clocks a token is accepted for at most ten minutes.',
    },
  },
  'Audit and backup': {
    AUDIT_CHECKPOINTS_DIR: {
      meaning: 'Second place for the signed checkpoints of the audit.',
      note: 'Use a mount of another machine to which this one only writes.',
    },
    BACKUP_TO: {
      meaning: 'Folder of the backups; its newest is monitored.',
      note: 'Must be outside `DATA_DIR`.',
    },
    BACKUP_AT: {
      meaning: 'Time in London of the daily backup.',
      note: 'For the embedded default only. See [Back up and restore one machine](backup.md).',
    },
    BACKUP_KEEP: { meaning: 'Number of backups that are kept.', standard: '7' },
  },
  Uploads: {
    UPLOAD_MAX_BYTES: { meaning: 'Largest file that is accepted.' },
    UPLOAD_AT_ONCE_BYTES: {
      meaning: 'Larger files are sent in parts of at most 8 MiB.',
      note: 'No part is larger than this value. Set it below the request limit of your proxy.',
    },
    UPLOAD_EXPIRES_SECONDS: { meaning: 'Time to send a file in one request.' },
    UPLOAD_PARTS_EXPIRE_SECONDS: { meaning: 'Time to send a file in parts, with interruptions.' },
  },
  Workers: {
    WORKER_CONCURRENCY: { meaning: 'Stages that a worker runs at the same time.' },
    WORKER_MEMORY_MB: { meaning: 'Memory of one analysis.' },
    WORKER_THREADS: { meaning: 'Threads of one analysis.' },
  },
  'Mail, issues and webhooks': {
    SMTP_URL: {
      meaning: 'Mail server for notices.',
      note: 'Put user and password into the address if the server needs them. Without it the demonstration shows the mails on a page.',
    },
    MAIL_FROM: { meaning: 'Sender of notices. Needed with `SMTP_URL`.' },
    ISSUES_URL: {
      meaning: 'Jira that also receives the issues.',
      note: 'Without it the issues are in the portal only.',
    },
    ISSUES_TOKEN: {
      meaning: 'Token of an account for the portal alone.',
      note: 'The portal treats everything that this account writes as its own.',
    },
    ISSUES_PROJECT: { meaning: 'Key of the project in Jira.' },
    WEBHOOKS_PRIVATE_NETWORKS: {
      meaning: 'Allow webhooks into private networks and without encryption.',
      note: 'For demonstrations and tests only.',
    },
  },
  'Public pages': {
    PUBLIC_SPECIFICATION: {
      meaning: 'Show the specification at `/specification` without sign-in.',
    },
    PUBLIC_VALIDATE: {
      meaning: 'Let people check files at `/validate` without sign-in.',
      standard: 'the value of `DEMO`',
      note: 'Files are checked in the browser. Visitors see the names and schemas of published specifications.',
    },
  },
  'Product name': {
    PRODUCT_NAME: {
      meaning: 'Name of the product in the pages.',
      standard: 'Bedel',
      note: 'Name and key are built into the pages: build again after a change; an image takes both as `--build-arg`. A server refuses pages with another key.',
    },
    PRODUCT_KEY: { meaning: 'Key of the agency in claims and addresses.', standard: 'bedel' },
  },
  Demonstration: {
    DEMO: {
      meaning: 'Create demonstration organisations and users.',
      standard: 'true, unless in production or with `OIDC_ISSUER`',
    },
    DEMO_DATA: {
      meaning: 'Create a season with submissions.',
      standard: 'the value of `DEMO`',
    },
    DEMO_PROVIDERS: { meaning: 'More generated providers for that season.' },
  },
}
