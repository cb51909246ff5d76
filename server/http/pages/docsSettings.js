// Runs before the library: its checks of values are not to be compiled by `Function`, which the page's policy refuses and
// browsers report.
globalThis.__zod_globalConfig = { jitless: true }
