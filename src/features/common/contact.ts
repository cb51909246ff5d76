/** Where a support contact leads: an https address as it is, anything else as an e-mail address. */
export const contactHref = (contact: string): string =>
  contact.startsWith('https://') ? contact : `mailto:${contact}`
