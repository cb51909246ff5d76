import { roleLabel, stepLabel } from '../../src/domain/labels.ts'
import { product } from '../../src/domain/product.ts'
import { type Key, type MessageArguments, message } from '../../src/messages/message.ts'
import type { Language } from '../../src/messages/messages.ts'
import { englishLocale } from '../../src/messages/order.ts'
import { inLanguage } from '../messages.ts'
import { type DemonstrationUser, organisations, users } from './demonstration.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)

/** Text of the pages of the identity provider in a language, fit to stand in markup. */
const textIn =
  (language: Language) =>
  <K extends Key<'server'>>(code: K, ...params: MessageArguments<'server', K>): string =>
    escapeHtml(inLanguage(language, message('server', code, ...params)))

/** Who reads a page, and the path of the public address that its addresses begin with. */
export interface PageContext {
  language: Language
  base: string
}

const document = ({ language, base }: PageContext, title: string, body: string): string => `<!doctype html>
<html lang="${language === 'en' ? englishLocale : language}">
<head>
<meta charset="utf-8">
<title>${title} – ${escapeHtml(product.name)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${base}/icon.svg" type="image/svg+xml">
<link rel="preload" href="${base}/assets-server/fonts/atkinson-hyperlegible-next-latin-wght-normal.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${base}/assets-server/tokens.css">
<link rel="stylesheet" href="${base}/assets-server/pages.css">
<script src="${base}/assets-server/pages.js" defer></script>
</head>
<body>
<a class="skip" href="#main">${textIn(language)('signIn.skip')}</a>
<header class="bar"><img src="${base}/icon.svg" alt="" width="22" height="22"><span class="product">${escapeHtml(product.name)}</span></header>
<main id="main">${body}</main>
</body>
</html>`

/** The people to begin with: one of each kind of organisation. */
const suggested = ['ashby-signoff', 'bedel-analyst', 'ohe-analyst'] as const

/** Everybody else as the sign-in page lists them: one group an organisation, those of several at the end. */
const groups = (
  t: ReturnType<typeof textIn>,
): { heading: string; kind: string; people: readonly DemonstrationUser[] }[] => {
  const others = users.filter(({ id }) => !suggested.some(each => each === id))
  const several = others.filter(user => user.organisations.length > 1)
  return [
    ...organisations.map(({ id, name, type }) => ({
      heading: escapeHtml(name),
      kind: t(`signIn.kinds.${type}`),
      people: others.filter(user => user.organisations.length === 1 && user.organisations[0]?.id === id),
    })),
    { heading: t('signIn.several'), kind: t('signIn.kinds.several'), people: several },
  ].filter(({ people }) => people.length > 0)
}

/** A form that signs one person in: no script is needed. */
const signInForm = (base: string, uid: string, user: string, name: string, button: string): string =>
  `<form method="post" action="${base}/oidc/interaction/${escapeHtml(uid)}/login">
<input type="hidden" name="user" value="${escapeHtml(user)}">
<button type="submit" aria-label="${name}">${button}</button>
</form>`

const rolesOf = (language: Language, user: DemonstrationUser): string => {
  const roles = [...new Set(user.organisations.flatMap(({ role }) => role))]
  return roles.length > 0
    ? escapeHtml(roles.map(role => inLanguage(language, roleLabel(role))).join(', '))
    : textIn(language)('signIn.staff')
}

const steps = ['upload', 'processing', 'reports', 'submit', 'approval', 'signoff'] as const

/** The page on which a demonstration user is chosen: what the product is, three people to begin with, and all others. */
export const signInPage = (context: PageContext, uid: string): string => {
  const { language, base } = context
  const t = textIn(language)
  const cards = suggested.flatMap(id => {
    const user = users.find(each => each.id === id)
    const organisation = organisations.find(each => each.id === user?.organisations[0]?.id)
    if (!user || !organisation) return []
    const name = t('signIn.as', { user: id })
    return `<li class="card">
<h2>${t(`signIn.suggested.${id}`)}</h2>
<p class="who"><strong>${escapeHtml(user.name)}</strong><br>${escapeHtml(organisation.name)}</p>
<p>${t(`signIn.does.${id}`)}</p>
${signInForm(base, uid, id, name, `<span>${name}</span><span aria-hidden="true">→</span>`)}</li>`
  })
  const others = groups(t).map(
    ({ heading, kind, people }) => `
<details class="group" open>
<summary><h3>${heading}</h3> <span class="kind">${kind}</span></summary>
<ul>${people
      .map(
        user =>
          `<li>${signInForm(
            base,
            uid,
            user.id,
            t('signIn.as', { user: user.id }),
            `<span class="person">${escapeHtml(user.name)}<br><span class="role">${rolesOf(language, user)}</span></span><span class="id">${escapeHtml(user.id)}</span>`,
          )}</li>`,
      )
      .join('')}</ul></details>`,
  )
  return document(
    context,
    t('signIn.title'),
    `<p class="intro"><strong>${t('signIn.intro.what', { product: product.name })}</strong> ${t('signIn.intro.how')}</p>
<ol class="way" aria-label="${t('signIn.way')}">${steps
      .map(step => `<li>${escapeHtml(inLanguage(language, stepLabel(step)))}</li>`)
      .join('')}</ol>
<div class="notice" role="note"><strong>${t('signIn.demonstration')}</strong> ${t('signIn.lead')}</div>
<h1>${t('signIn.title')}</h1>
<ul class="cards">${cards.join('')}</ul>
<h2>${t('signIn.others')}</h2>
<div class="groups">${others.join('')}</div>`,
  )
}

/** Asked before a session ends; the script sends it at once, the button is there without script. */
export const signOutPage = (context: PageContext, form: string): string => {
  const t = textIn(context.language)
  return document(
    context,
    t('signOut.title'),
    `<h1>${t('signOut.title')}</h1><p>${t('signOut.text', { product: product.name })}</p>${form}
<button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes" data-press>${t('signOut.title')}</button>`,
  )
}

/** Shown when the provider refuses a request. */
export const identityErrorPage = (
  context: PageContext,
  code: string,
  description: string | undefined,
): string => {
  const t = textIn(context.language)
  return document(
    context,
    t('signInFault.title'),
    `<h1>${t('signInFault.title')}</h1><p>${description === undefined ? t('signInFault.text') : escapeHtml(description)}</p><p class="quiet">${escapeHtml(code)}</p>
<p><a class="primary" href="${context.base}/">${t('signInFault.again')}</a></p>`,
  )
}
