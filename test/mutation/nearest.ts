/** The folders whose code is mutated. Each file of them is a key of `nearest`. */
export const folders = [
  'src/auth',
  'src/calendar',
  'src/player',
  'src/verse',
  'src/handlers',
  'src/http',
  'scripts/codegen',
] as const;

/** The files that are mutated together, and the tests that must notice, the quickest first: those nearest to them, since all would take a day. */
export const nearest: readonly { readonly files: readonly string[]; readonly tests: readonly string[] }[] = [
  {
    files: ['src/auth/authenticate.ts', 'src/auth/sign-token.ts'],
    tests: ['test/auth/key-set', 'test/auth/authenticate', 'test/auth/issuer-audience', 'test/auth/sign-token'],
  },
  { files: ['src/auth/jwks.ts'], tests: ['test/auth/key-set'] },
  { files: ['src/calendar/window.ts'], tests: ['test/calendar/window', 'test/calendar/utc-date'] },
  { files: ['src/calendar/free-dates.ts'], tests: ['test/calendar/free-dates'] },
  { files: ['src/calendar/count-free-dates.ts'], tests: ['test/calendar/count-free-dates'] },
  {
    files: ['src/calendar/reserve.ts', 'src/calendar/reserve-dates.ts'],
    tests: [
      'test/calendar/reserve-dates',
      'test/calendar/lost-race',
      'test/calendar/reserve',
      'test/calendar/together',
    ],
  },
  { files: ['src/calendar/accepting.ts'], tests: ['test/handlers/get-eligibility'] },
  { files: ['src/calendar/retry.ts'], tests: ['test/calendar/retry'] },
  {
    files: [
      'src/player/cooldown.ts',
      'src/player/eligibility.ts',
      'src/player/latest-submission.ts',
      'src/player/players.ts',
      'src/player/submissions.ts',
    ],
    tests: ['test/player'],
  },
  {
    files: ['src/verse/division.ts', 'src/verse/validate.ts'],
    tests: ['test/verse/division', 'test/verse/validate'],
  },
  {
    files: [
      'src/handlers/index.ts',
      'src/handlers/get-eligibility.ts',
      'src/handlers/texts.ts',
      'src/handlers/list-submissions.ts',
    ],
    tests: ['test/handlers/get-eligibility', 'test/handlers/list-submissions'],
  },
  {
    files: ['src/handlers/submit-verse.ts'],
    tests: ['test/handlers/submit-verse', 'test/handlers/precedence', 'test/handlers/idempotency'],
  },
  {
    files: ['src/http/api.ts', 'src/http/bind-handler.ts', 'src/http/parameters.ts', 'src/http/response.ts'],
    tests: ['test/http/api', 'test/http/api-options'],
  },
  { files: ['src/http/allowed-methods.ts'], tests: ['test/http/allowed-methods'] },
  { files: ['src/http/body.ts'], tests: ['test/http/read-json', 'test/http/body'] },
  { files: ['src/http/client-errors.ts'], tests: ['test/http/client-errors', 'test/http/body'] },
  { files: ['src/http/error-handler.ts'], tests: ['test/http/middleware'] },
  { files: ['src/http/limits.ts'], tests: ['test/http/limits'] },
  {
    files: ['src/http/observe-requests.ts', 'src/http/request-log.ts', 'src/http/route-of.ts'],
    tests: ['test/http/middleware', 'test/log'],
  },
  { files: ['src/http/request-id.ts'], tests: ['test/http/request-id'] },
  { files: ['src/http/security-headers.ts'], tests: ['test/http/security-headers'] },
  { files: ['src/http/traceparent.ts'], tests: ['test/http/traceparent'] },
  {
    files: [
      'scripts/codegen/names.ts',
      'scripts/codegen/operations.ts',
      'scripts/codegen/requests.ts',
      'scripts/codegen/responses.ts',
      'scripts/codegen/verify.ts',
    ],
    tests: [
      'test/contract/generated-operations',
      'test/contract/codegen-rules',
      'test/contract/codegen-cases',
      'test/contract/codegen-any-operation',
      'test/contract/codegen',
    ],
  },
  {
    files: ['scripts/codegen/client.ts', 'scripts/codegen/client-members.ts', 'scripts/codegen/verify-client.ts'],
    tests: [
      'test/contract/generated-operations',
      'test/contract/codegen-rules',
      'test/contract/codegen-cases',
      'test/contract/codegen-any-operation',
      'test/client/codegen',
    ],
  },
  { files: ['scripts/codegen/files.ts', 'scripts/codegen/stale.ts'], tests: ['test/contract/codegen'] },
  { files: ['scripts/codegen/format.ts'], tests: ['test/contract/generated-operations'] },
  { files: ['scripts/codegen/division.ts'], tests: ['test/contract/generated-division'] },
  { files: ['scripts/codegen/types.ts'], tests: ['test/contract/generated-types', 'test/contract/codegen-cases'] },
];
