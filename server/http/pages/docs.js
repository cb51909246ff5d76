// Draws the description of the API with Scalar. Nothing is sent to anybody else: no fonts, no proxy, no telemetry.
globalThis.Scalar.createApiReference('#docs', {
  url: 'openapi.json',
  authentication: { preferredSecurityScheme: 'token' },
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  customCss: ':root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, monospace; }',
})
