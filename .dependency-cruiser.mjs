/**
 * The direction of dependencies. Rules go by pattern, so that a new feature or library is held to
 * them without being named: apps → persistence, platform → domain → contracts.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const SPECS = String.raw`\.spec\.tsx?$`;

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one module, or miss a third.',
      severity: 'error',
      from: {},
      // A page loads its module on first use, long after both are evaluated.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(vite/client$|~icons/)' },
    },
    {
      name: 'features-know-no-sibling',
      comment: 'A feature stands alone; pages and app modules compose features.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/features/([^/]+)/' },
      to: { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' },
    },
    {
      name: 'apps-know-no-app',
      comment: 'What two apps share belongs into a library.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'nothing-imports-an-app',
      comment: 'Arrows run from apps to libraries; tests outside the code speak HTTP.',
      severity: 'error',
      from: { pathNot: '^apps/' },
      to: { path: '^apps/' },
    },
    {
      name: 'contracts-import-zod-only',
      comment: 'The contract is read by the browser, too.',
      severity: 'error',
      from: { path: '^libs/contracts/src/', pathNot: SPECS },
      to: { pathNot: ['^libs/contracts/src/', 'node_modules/zod/'] },
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules know the contract and the calendar: no I/O, no frameworks.',
      severity: 'error',
      from: { path: '^libs/domain/src/', pathNot: SPECS },
      to: {
        pathNot: [
          '^libs/(domain|contracts)/src/',
          'node_modules/date-fns/',
          'node_modules/@date-fns/tz/',
        ],
      },
    },
    {
      name: 'migrations-are-for-migrating',
      comment: 'What runs reads the schema’s files; a migration is history.',
      severity: 'error',
      from: { pathNot: [SPECS, '^libs/persistence/src/(migrations/|data-source|migrate)'] },
      to: { path: '^libs/persistence/src/migrations/' },
    },
    {
      name: 'persistence-and-platform-are-peers',
      comment: 'Neither knows the other; apps bring them together.',
      severity: 'error',
      from: { path: '^libs/(persistence|platform)/src/', pathNot: [SPECS, '/spec-support/'] },
      to: { path: '^libs/', pathNot: '^libs/($1|domain|contracts)/' },
    },
    {
      name: 'launcher-starts-what-it-does-not-know',
      comment:
        'PostgreSQL, backups and supervision of parts need connections and configuration only.',
      severity: 'error',
      from: { path: '^libs/launcher/src/', pathNot: SPECS },
      to: { path: '^libs/', pathNot: '^libs/(launcher|platform)/' },
    },
    {
      name: 'parts-know-no-launcher',
      comment: 'Server and worker also run without npm start, and the image has no launcher.',
      severity: 'error',
      from: { path: '^apps/', pathNot: [SPECS, '/spec-support/'] },
      to: { path: '^libs/launcher/' },
    },
    {
      name: 'platform-knows-no-rules',
      comment: 'Connections and configuration stand below the domain’s rules.',
      severity: 'error',
      from: { path: '^libs/platform/src/', pathNot: SPECS },
      to: { path: '^libs/domain/' },
    },
    {
      name: 'traces-load-on-demand',
      comment: 'Without a collector nobody pays for the packages of OpenTelemetry.',
      severity: 'error',
      from: { pathNot: '^libs/platform/src/open-telemetry\\.ts$' },
      to: {
        path: ['^libs/platform/src/open-telemetry\\.ts$', 'node_modules/@opentelemetry/'],
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'sql-guard-stands-alone',
      comment:
        'It judges a text by what it is given and the contract’s limits; tables and roles are others’.',
      severity: 'error',
      from: { path: '^libs/sql-guard/src/', pathNot: SPECS },
      to: { path: '^(libs|apps)/', pathNot: '^libs/(sql-guard|contracts)/' },
    },
    {
      name: 'testing-is-for-tests',
      comment: 'Only specs and the tests outside the code use the test harness.',
      severity: 'error',
      from: {
        path: '^(libs|apps)/',
        pathNot: [SPECS, '^libs/testing/', '/spec-support/', '^apps/.*/testing/'],
      },
      to: { path: ['^libs/testing/', '/spec-support/', '^apps/.*/testing/'] },
    },
    {
      name: 'tests-stay-outside',
      comment:
        'Black-box tests know the contract, the harness, and a database to pull away; nothing inside.',
      severity: 'error',
      from: { path: '^test/(launcher|system|faults|browser|support)/' },
      to: {
        path: '^libs/',
        pathNot: ['^libs/(contracts|testing)/', '^libs/launcher/src/postgres/embedded'],
      },
    },
    {
      name: 'web-reads-the-contract-only',
      comment: 'The browser gets the contract and the pure rules.',
      severity: 'error',
      from: { path: '^apps/web/src/' },
      to: { path: '^libs/', pathNot: '^libs/(contracts|domain)/' },
    },
    {
      name: 'web-runs-in-a-browser',
      comment: 'Node’s own modules do not exist there.',
      severity: 'error',
      from: {
        path: '^(apps/web|libs/contracts|libs/domain)/src/',
        pathNot: [SPECS, '^apps/web/src/testing/'],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'charts-fetch-nothing',
      comment: 'A chart draws what it is given.',
      severity: 'error',
      from: { path: '^apps/web/src/charts/' },
      to: {
        path: [
          '^apps/web/src/(app|features|live|session|lib/api)',
          'node_modules/@tanstack/react-query/',
          'node_modules/socket.io-client/',
        ],
      },
    },
    {
      name: 'entities-know-no-feature',
      comment: 'What several features read knows none of them.',
      severity: 'error',
      from: { path: '^apps/web/src/entities/' },
      to: { path: '^apps/web/src/(app|features)/' },
    },
    {
      name: 'ui-knows-no-entity',
      comment: 'Shared components, charts, sockets and sessions know no record of the portal.',
      severity: 'error',
      from: { path: '^apps/web/src/(charts|lib|live|session|ui)/' },
      to: { path: '^apps/web/src/entities/' },
    },
    {
      name: 'ui-knows-no-feature',
      comment: 'Shared components serve every feature and know none.',
      severity: 'error',
      from: { path: '^apps/web/src/(lib|tables|ui)/' },
      to: { path: '^apps/web/src/(app|features)/' },
    },
    {
      name: 'features-know-no-page',
      comment: 'The app composes features, not the other way round.',
      severity: 'error',
      from: { path: '^apps/web/src/(features|live|charts|ui|lib)/' },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'features-know-no-root',
      comment: 'The files beside the folders bring these together; no folder reaches back.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/.+/', pathNot: [SPECS, '/(testing|spec-support)/'] },
      to: { path: '^apps/((server|web)/src/[^/]+|worker/src/(main|app\\.module))\\.tsx?$' },
    },
    {
      name: 'no-barrels',
      comment: 'Import from the file that holds the thing.',
      severity: 'error',
      from: {},
      to: { path: '^(libs|apps)/.*/index\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((libs|apps)/[^/]+|test)/dist/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
