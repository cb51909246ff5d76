/** Where links are wider than the window, the current one is seen: as the `ref` of that one. */
export const intoSight = (link: HTMLAnchorElement | null): void =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
