// Presses the button that a page marks, so that signing out needs no second click.
document.querySelector('[data-press]')?.click()
