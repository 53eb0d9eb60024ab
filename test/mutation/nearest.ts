/** The folders whose code is mutated. `npm test` checks that each of their files is in `nearest` or in `unmutated`. */
export const folders = ['src', 'scripts/codegen', 'client/src'] as const;

const inBrowser = 'needs the DOM, so it is tested in Chromium';

/** Files and folders that are not mutated, each with the reason. A mutant is active in the process of the tests only. */
export const unmutated: Readonly<Record<string, string>> = {
  'src/cli': 'runs in a process of its own',
  'src/embedded': 'runs in a process of its own',
  'src/main.ts': 'runs in a process of its own',
  'src/observability/name-span.ts': 'runs in a process of its own, with traces',
  'src/observability/tracing.ts': 'runs in a process of its own, with traces',
  'src/database/migrations': 'is released, so nobody edits it; the tests clone a database that is migrated before',
  'src/generated': 'is made from the contract',
  'src/api/state.ts': 'has only types',
  'src/server/listen.ts': 'is tested by `npm start`, which runs in a process of its own',
  'src/root.ts': 'has one path',
  'src/version.ts': 'has one word of the contract',
  'client/src/generated': 'is made from the contract',
  'client/src/index.ts': 'has only exports',
  'client/src/options.ts': 'has only types',
  'client/src/response.ts': 'has only types',
  'client/src/element/controller.ts': inBrowser,
  'client/src/element/dom.ts': inBrowser,
  'client/src/element/index.ts': inBrowser,
  'client/src/element/keepsakes.ts': inBrowser,
  'client/src/element/languages': 'has only texts',
  'client/src/element/languages.ts': inBrowser,
  'client/src/element/message.ts': inBrowser,
  'client/src/element/player-verses.ts': inBrowser,
  'client/src/element/styles.ts': inBrowser,
  'client/src/element/submit-verse.ts': inBrowser,
  'client/src/element/texts.ts': 'has only texts, and fills them in the browser',
  'client/src/element/verse-finder.ts': inBrowser,
  'client/src/element/verse-picker.ts': inBrowser,
  'client/src/element/verse-text.ts': inBrowser,
  'client/src/element/view.ts': inBrowser,
};

/** The files that are mutated together, and the tests that must notice, the quickest first: those nearest to them, since all would take a day. */
export const nearest: readonly { readonly files: readonly string[]; readonly tests: readonly string[] }[] = [
  { files: ['src/config.ts'], tests: ['test/config'] },
  { files: ['src/log.ts'], tests: ['test/log'] },
  { files: ['src/single-flight.ts'], tests: ['test/single-flight'] },
  {
    files: ['src/app.ts', 'src/service.ts'],
    tests: [
      'test/middleware/errors',
      'test/middleware/cors',
      'test/middleware/bad-requests',
      'test/operator/endpoints',
      'test/shutdown',
    ],
  },
  {
    files: ['src/auth/authenticate.ts', 'src/auth/sign-token.ts'],
    tests: [
      'test/auth/key-set',
      'test/auth/authenticate',
      'test/auth/issuer-audience',
      'test/auth/sign-token',
      'test/api/roles',
    ],
  },
  { files: ['src/auth/jwks.ts'], tests: ['test/auth/key-set'] },
  { files: ['src/calendar/window.ts'], tests: ['test/calendar/window', 'test/calendar/utc-date'] },
  { files: ['src/calendar/free-dates.ts'], tests: ['test/calendar/free-dates', 'test/calendar/count-free-dates'] },
  {
    files: [
      'src/entities/daily-completion.ts',
      'src/entities/scheduled-submission.ts',
      'src/entities/temporal-types.ts',
    ],
    tests: ['test/calendar/count-free-dates'],
  },
  {
    files: ['src/calendar/calendar.ts', 'src/calendar/reservation.ts'],
    tests: ['test/calendar/reservation', 'test/calendar/lost-race', 'test/calendar/calendar', 'test/calendar/together'],
  },
  { files: ['src/calendar/accepting.ts'], tests: ['test/handlers/get-eligibility'] },
  { files: ['src/calendar/retry.ts'], tests: ['test/calendar/retry'] },
  { files: ['src/database/batches.ts'], tests: ['test/database/batches'] },
  {
    files: [
      'src/database/client.ts',
      'src/database/client-config.ts',
      'src/database/hosts.ts',
      'src/database/orm.ts',
      'src/database/primary.ts',
      'src/database/tls.ts',
    ],
    tests: ['test/database/pool', 'test/database/several-hosts', 'test/database/url'],
  },
  {
    files: ['src/database/limit-statements.ts', 'src/database/limits.ts', 'src/database/lock.ts'],
    tests: ['test/database/limit-statements', 'test/database/limits'],
  },
  {
    files: ['src/database/migrate.ts', 'src/start-error.ts'],
    tests: ['test/database/migrate', 'test/database/upgrade'],
  },
  { files: ['src/database/usable.ts'], tests: ['test/database/usable', 'test/operator/readiness'] },
  {
    files: [
      'src/player/cooldown.ts',
      'src/player/eligibility.ts',
      'src/player/latest-submission.ts',
      'src/player/players.ts',
      'src/player/submissions.ts',
    ],
    tests: [
      'test/player/players',
      'test/player/cooldown',
      'test/handlers/list-submissions',
      'test/handlers/odd-rows',
      'test/handlers/idempotency',
    ],
  },
  {
    files: ['src/verse/division.ts', 'src/verse/validate.ts'],
    tests: ['test/verse/division', 'test/verse/validate'],
  },
  {
    files: ['src/verse/chapters.ts', 'src/handlers/get-chapter.ts'],
    tests: ['test/handlers/get-chapter', 'test/verse/chapters'],
  },
  {
    files: [
      'src/handlers/index.ts',
      'src/handlers/get-eligibility.ts',
      'src/handlers/texts.ts',
      'src/handlers/list-submissions.ts',
    ],
    tests: ['test/handlers/get-eligibility', 'test/handlers/list-submissions', 'test/handlers/odd-rows'],
  },
  {
    files: ['src/handlers/submit-verse.ts'],
    tests: ['test/handlers/submit-verse', 'test/handlers/precedence', 'test/handlers/idempotency'],
  },
  {
    files: [
      'src/api/api.ts',
      'src/api/decodable.ts',
      'src/api/operation-handler.ts',
      'src/api/parameters.ts',
      'src/api/router.ts',
    ],
    tests: ['test/api/api', 'test/api/api-options', 'test/api/roles', 'test/handlers/get-chapter'],
  },
  { files: ['src/api/response.ts'], tests: ['test/log', 'test/api/api', 'test/handlers/get-chapter'] },
  { files: ['src/api/allowed-methods.ts'], tests: ['test/api/allowed-methods'] },
  { files: ['src/middleware/bad-requests.ts', 'src/server/url-of.ts'], tests: ['test/middleware/bad-requests'] },
  { files: ['src/api/body.ts'], tests: ['test/api/read-json', 'test/api/roles', 'test/api/body'] },
  { files: ['src/server/client-errors.ts'], tests: ['test/server/client-errors', 'test/api/body'] },
  { files: ['src/middleware/error-handler.ts'], tests: ['test/middleware/middleware'] },
  { files: ['src/server/limits.ts'], tests: ['test/server/limits'] },
  {
    files: ['src/middleware/observe-requests.ts', 'src/middleware/request-log.ts', 'src/middleware/route-of.ts'],
    tests: ['test/middleware/middleware', 'test/log'],
  },
  { files: ['src/server/one-at-a-time.ts'], tests: ['test/server/one-at-a-time'] },
  { files: ['src/middleware/request-id.ts'], tests: ['test/middleware/request-id'] },
  { files: ['src/middleware/security-headers.ts'], tests: ['test/middleware/security-headers'] },
  { files: ['src/middleware/traceparent.ts'], tests: ['test/middleware/traceparent'] },
  { files: ['src/operator/clock.ts'], tests: ['test/operator/clock'] },
  { files: ['src/operator/endpoints.ts'], tests: ['test/operator/endpoints'] },
  { files: ['src/observability/metrics.ts'], tests: ['test/observability/metrics'] },
  { files: ['src/operator/probe.ts', 'src/operator/readiness.ts'], tests: ['test/operator/readiness'] },
  { files: ['src/observability/tracing-switch.ts'], tests: ['test/observability/tracing'] },
  { files: ['src/pages/content.ts', 'src/pages/encodings.ts'], tests: ['test/pages/content'] },
  {
    files: ['src/pages/escape-html.ts', 'src/pages/routes.ts', 'src/pages/submit/html.ts'],
    tests: ['test/pages/docs', 'test/pages/submit'],
  },
  {
    files: ['scripts/codegen/verify.ts', 'scripts/codegen/verify-client.ts', 'scripts/codegen/verify-roles.ts'],
    tests: ['test/client/codegen', 'test/contract/codegen-any-operation', 'test/contract/codegen-errors'],
  },
  {
    files: [
      'scripts/codegen/names.ts',
      'scripts/codegen/operations.ts',
      'scripts/codegen/requests.ts',
      'scripts/codegen/responses.ts',
    ],
    tests: ['test/contract/codegen-any-operation', 'test/contract/codegen-errors', 'test/contract/codegen'],
  },
  {
    files: ['scripts/codegen/client.ts', 'scripts/codegen/client-members.ts'],
    tests: [
      'test/client/codegen',
      'test/contract/codegen-any-operation',
      'test/contract/codegen-errors',
      'test/contract/codegen',
    ],
  },
  {
    files: [
      'scripts/codegen/files.ts',
      'scripts/codegen/format.ts',
      'scripts/codegen/stale.ts',
      'scripts/codegen/types.ts',
    ],
    tests: ['test/contract/codegen'],
  },
  {
    files: ['scripts/codegen/element-docs.ts', 'scripts/codegen/element-manifest.ts'],
    tests: ['test/client/element/reference'],
  },
  { files: ['scripts/codegen/division.ts'], tests: ['test/contract/codegen-errors', 'test/contract/codegen'] },
  {
    files: [
      'client/src/abort.ts',
      'client/src/books.ts',
      'client/src/call.ts',
      'client/src/client.ts',
      'client/src/errors.ts',
      'client/src/idempotency-key.ts',
      'client/src/local-date.ts',
      'client/src/result.ts',
    ],
    tests: ['test/client/any-operation', 'test/client/client'],
  },
  { files: ['client/src/element/state.ts'], tests: ['test/client/element/state'] },
  {
    files: ['client/src/element/api.ts', 'client/src/element/pending-submission.ts'],
    tests: ['test/client/element/api'],
  },
  { files: ['client/src/element/calendar-file.ts'], tests: ['test/client/element/calendar-file'] },
  { files: ['client/src/element/chapter-reader.ts'], tests: ['test/client/element/chapter-reader'] },
  { files: ['client/src/element/dates.ts'], tests: ['test/client/element/dates'] },
  {
    files: ['client/src/element/find-verse.ts', 'client/src/element/language.ts'],
    tests: ['test/client/element/find-verse'],
  },
  { files: ['client/src/element/neighbour.ts'], tests: ['test/client/element/neighbour'] },
];
