import type { OrganisationType } from '../../src/domain/organisation.ts'
import { roleLabel } from '../../src/domain/permissions.ts'
import { product } from '../../src/domain/product.ts'
import { type DemonstrationUser, organisations, users } from './demonstration.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)

const document = (title: string, body: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} – ${escapeHtml(product.name)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="preload" href="/assets-server/fonts/atkinson-hyperlegible-next-latin-wght-normal.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/assets-server/pages.css">
<script src="/assets-server/pages.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar"><img src="/icon.svg" alt="" width="22" height="22"><span class="product">${escapeHtml(product.name)}</span></header>
<main id="main">${body}</main>
</body>
</html>`

/** What an organisation is. */
const kinds: Record<OrganisationType, string> = {
  provider: 'Provider',
  agency: 'Agency',
  statutory_customer: 'Statutory customer',
}

/** People grouped as the sign-in page lists them: one group an organisation, those of several at the end. */
const groups = (): { heading: string; kind: string; people: readonly DemonstrationUser[] }[] => [
  ...organisations.flatMap(organisation => {
    const people = users.filter(
      user => user.organisations.length === 1 && user.organisations[0]?.id === organisation.id,
    )
    return people.length > 0 ? [{ heading: organisation.name, kind: kinds[organisation.type], people }] : []
  }),
  {
    heading: 'Several organisations',
    kind: 'Providers',
    people: users.filter(user => user.organisations.length > 1),
  },
]

const rolesInWords = (user: DemonstrationUser): string => {
  const roles = [...new Set(user.organisations.flatMap(({ role }) => role))].map(roleLabel)
  return roles.length > 0 ? roles.join(', ') : 'Staff'
}

/** The page on which a demonstration user is chosen. */
export const signInPage = (uid: string): string =>
  document(
    'Sign in',
    `<div class="notice" role="note"><strong>This is a demonstration.</strong> Every organisation, person and record is made up. Choose whom to be; there are no passwords.</div>
<h1>Sign in</h1>
<div class="groups">${groups()
      .map(
        ({ heading, kind, people }) => `
<section class="group" aria-label="${escapeHtml(heading)}">
<header><h2>${escapeHtml(heading)}</h2><p>${escapeHtml(kind)}</p></header>
<ul>${people
          .map(
            user => `
<li><form method="post" action="/oidc/interaction/${escapeHtml(uid)}/login">
<input type="hidden" name="user" value="${escapeHtml(user.id)}">
<button type="submit" aria-label="Sign in as ${escapeHtml(user.id)}"><span class="id">${escapeHtml(user.id)}</span><span class="person">${escapeHtml(user.name)}</span></button>
<p class="role">${escapeHtml(rolesInWords(user))}</p>
</form></li>`,
          )
          .join('')}
</ul></section>`,
      )
      .join('')}</div>`,
  )

/** Asked before a session ends; the script sends it at once, the button is there without script. */
export const signOutPage = (form: string): string =>
  document(
    'Sign out',
    `<h1>Sign out</h1><p>You are signed out of ${escapeHtml(product.name)}.</p>${form}
<button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes" data-press>Sign out</button>`,
  )

/** Shown when the provider refuses a request. */
export const identityErrorPage = (code: string, description: string): string =>
  document(
    'Sign-in did not work',
    `<h1>Sign-in did not work</h1><p>${escapeHtml(description)}</p><p class="quiet">${escapeHtml(code)}</p>
<p><a class="primary" href="/">Try again</a></p>`,
  )
