import { VERSION } from '@portal/contracts/version';
import { resolve } from 'node:path';
import { type Environment, environmentSchema } from './config-variables.js';
import { loadOrCreateSecret, SIGNING_KEY } from './load-or-create-secret.js';
import type { TrustedProxies } from './trust-proxy.js';
import { parseUploadStore, type UploadStoreConfig } from './upload-store-config.js';

/** Configuration of the server and the worker. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Database of custom SQL; `databaseUrl` by default. */
  readonly statsDatabaseUrl: string;
  /** Undefined: queues and the socket adapter use PostgreSQL. */
  readonly redisUrl: string | undefined;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly identity: IdentityConfig;
  readonly googleEndpoints?: GoogleEndpoints;
  readonly jwtSecret: string;
  /** Users who sign in with one of these addresses get the role admin in all projects. */
  readonly adminEmails: readonly string[];
  /** Failed calls per minute of each sign-in route, per client IP. */
  readonly authRateLimit: number;
  /** Days after its sign-in at which a session ends, however often it is refreshed. */
  readonly sessionDays: number;
  /** Open sockets per user and server. */
  readonly socketLimit: number;
  /** Failed handshakes per minute, per client IP. */
  readonly failedHandshakeLimit: number;
  /** Waiting and running imports per user. */
  readonly queuedImportLimit: number;
  /** For how many days the audit is kept; 0: for ever. */
  readonly auditDays: number;
  /** For how many days an import can be undone; 0: what it changes is not kept. */
  readonly importHistoryDays: number;
  /** For how many days after its end the errors, warnings and samples of an import are kept; 0: for ever. */
  readonly importIssueDays: number;
  /** For how many days the file of an ended import is kept; 0: not at all. */
  readonly uploadDays: number;
  /** For how many days the log files of `npm start` are kept; 0: for ever. */
  readonly logDays: number;
  /** Seconds for which a stopping server is not ready but serves requests. */
  readonly drainSeconds: number;
  /** Undefined: `X-Forwarded-*` headers are ignored. */
  readonly trustedProxies: TrustedProxies | undefined;
  /** Bearer token for the metrics; undefined: only this machine can read them. */
  readonly metricsToken: string | undefined;
  /** Port of the worker's metrics; undefined: it has none. */
  readonly workerMetricsPort: number | undefined;
  /** Where spans are sent, and which share of the traces; undefined: nothing is traced. */
  readonly traces: { readonly endpoint: string; readonly ratio: number } | undefined;
  /** Undefined: nothing is sent by Slack. */
  readonly slack: { readonly token: string; readonly apiUrl: string } | undefined;
  /** Undefined: no e-mail is sent. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  readonly uploadStore: UploadStoreConfig;
  readonly reportingTimeZone: string;
  readonly demo: boolean;
  readonly logLevel: string;
}

export type IdentityConfig =
  | { readonly kind: 'google'; readonly clientId: string; readonly clientSecret: string }
  | { readonly kind: 'demo' };

export interface GoogleEndpoints {
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string;
}

/** One error in the environment. */
export interface ConfigProblem {
  readonly variable: string;
  readonly detail: string;
}

/** The environment is not valid; contains every problem, not only the first. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly ConfigProblem[]) {
    super(
      [
        'The configuration is not valid:',
        ...problems.map((problem) => `  ${problem.variable}: ${problem.detail}`),
      ].join('\n'),
    );
    this.name = 'ConfigError';
  }
}

/**
 * Parses the environment once, at boot. An empty variable counts as unset. If no signing key is set
 * and everything else is valid, generates one and stores it in the data directory.
 * @throws {ConfigError} naming every variable that is wrong or missing
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(withoutBlanks(env));
  if (!parsed.success) throw new ConfigError([...problemsOf(parsed.error), ...missing(env)]);

  const values = parsed.data;
  const problems = missing(env);
  const databaseUrl = values.DATABASE_URL;
  const uploads = parseUploadStore(values.UPLOAD_STORE, resolve(values.PORTAL_DATA_DIR));
  if (typeof uploads === 'string') problems.push({ variable: 'UPLOAD_STORE', detail: uploads });
  if (problems.length > 0 || databaseUrl === undefined || typeof uploads === 'string') {
    throw new ConfigError(problems);
  }

  const dataDir = resolve(values.PORTAL_DATA_DIR);
  const endpoints = googleEndpoints(values);
  return {
    production: values.NODE_ENV === 'production',
    host: values.HOST,
    port: values.PORT,
    dataDir,
    databaseUrl,
    statsDatabaseUrl: values.STATS_DATABASE_URL ?? databaseUrl,
    redisUrl: values.REDIS_URL,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    identity: identity(values),
    ...(endpoints === undefined ? {} : { googleEndpoints: endpoints }),
    jwtSecret: values.JWT_SECRET ?? loadOrCreateSecret(dataDir, SIGNING_KEY),
    adminEmails: values.PORTAL_ADMIN_EMAILS,
    authRateLimit: values.PORTAL_AUTH_RATE_LIMIT,
    sessionDays: values.PORTAL_SESSION_DAYS,
    socketLimit: values.PORTAL_SOCKET_LIMIT,
    failedHandshakeLimit: values.PORTAL_FAILED_HANDSHAKE_LIMIT,
    queuedImportLimit: values.PORTAL_QUEUED_IMPORT_LIMIT,
    auditDays: values.PORTAL_AUDIT_DAYS,
    importHistoryDays: values.PORTAL_IMPORT_HISTORY_DAYS,
    importIssueDays: values.PORTAL_IMPORT_ISSUE_DAYS,
    uploadDays: values.PORTAL_UPLOAD_DAYS,
    logDays: values.PORTAL_LOG_DAYS,
    drainSeconds: values.PORTAL_DRAIN_SECONDS,
    trustedProxies: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
    workerMetricsPort: values.PORTAL_WORKER_METRICS_PORT,
    traces:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
            ratio: values.OTEL_TRACES_SAMPLER_ARG,
          },
    slack:
      values.SLACK_BOT_TOKEN === undefined
        ? undefined
        : { token: values.SLACK_BOT_TOKEN, apiUrl: values.SLACK_API_URL },
    mail: mailOf(values),
    uploadStore: uploads,
    reportingTimeZone: values.REPORTING_TIME_ZONE,
    demo: values.PORTAL_DEMO,
    logLevel: values.LOG_LEVEL,
  };
}

/**
 * Where the portal keeps its files. Creates nothing, unlike `readConfig`.
 * @throws {ConfigError} naming every variable that is wrong
 */
export function readStorage(
  env: NodeJS.ProcessEnv,
): Pick<Config, 'dataDir' | 'uploadStore'> & { readonly version: string } {
  const parsed = environmentSchema.safeParse(withoutBlanks(env));
  if (!parsed.success) throw new ConfigError(problemsOf(parsed.error));
  const dataDir = resolve(parsed.data.PORTAL_DATA_DIR);
  const uploadStore = parseUploadStore(parsed.data.UPLOAD_STORE, dataDir);
  if (typeof uploadStore !== 'string') return { dataDir, uploadStore, version: VERSION };
  throw new ConfigError([{ variable: 'UPLOAD_STORE', detail: uploadStore }]);
}

const PRODUCTION_NEEDS = [
  'DATABASE_URL',
  'REDIS_URL',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'JWT_SECRET',
] as const;

const GOOGLE_ENDPOINTS = [
  'GOOGLE_AUTHORIZATION_URL',
  'GOOGLE_TOKEN_URL',
  'GOOGLE_USERINFO_URL',
] as const;

/** Variables that others require, whatever their values. */
function missing(env: NodeJS.ProcessEnv): ConfigProblem[] {
  const set = withoutBlanks(env);
  const needed = new Map<string, string>([['DATABASE_URL', 'is required']]);
  const want = (group: readonly string[], reason: string): void => {
    for (const name of group) if (!(name in set)) needed.set(name, reason);
  };
  if ('GOOGLE_CLIENT_ID' in set)
    want(['GOOGLE_CLIENT_SECRET'], 'is required with GOOGLE_CLIENT_ID');
  if ('GOOGLE_CLIENT_SECRET' in set) {
    want(['GOOGLE_CLIENT_ID'], 'is required with GOOGLE_CLIENT_SECRET');
  }
  if (GOOGLE_ENDPOINTS.some((name) => name in set)) {
    want(
      GOOGLE_ENDPOINTS,
      'is required: the three Google endpoints are set together or not at all',
    );
  }
  if (set['NODE_ENV'] === 'production') want(PRODUCTION_NEEDS, 'is required in production');

  const problems = [...needed]
    .filter(([variable]) => !(variable in set))
    .map(([variable, detail]) => ({ variable, detail }));
  if (set['NODE_ENV'] === 'production' && /^(on|true|1)$/.test(set['PORTAL_DEMO'] ?? '')) {
    problems.push({ variable: 'PORTAL_DEMO', detail: 'must be off in production' });
  }
  return problems;
}

function identity(values: Environment): IdentityConfig {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
  return clientId === undefined || clientSecret === undefined
    ? { kind: 'demo' }
    : { kind: 'google', clientId, clientSecret };
}

function googleEndpoints(values: Environment): GoogleEndpoints | undefined {
  const authorizationUrl = values.GOOGLE_AUTHORIZATION_URL;
  const tokenUrl = values.GOOGLE_TOKEN_URL;
  const userInfoUrl = values.GOOGLE_USERINFO_URL;
  return authorizationUrl === undefined || tokenUrl === undefined || userInfoUrl === undefined
    ? undefined
    : { authorizationUrl, tokenUrl, userInfoUrl };
}

function withoutBlanks(env: NodeJS.ProcessEnv): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && value.trim() !== '') set[name] = value.trim();
  }
  return set;
}

function problemsOf(error: { issues: readonly { path: PropertyKey[]; message: string }[] }) {
  return error.issues.map((issue): ConfigProblem => ({
    variable: issue.path.map(String).join('.'),
    detail: issue.message,
  }));
}

/** The sender is an address at the host of the portal, unless another is named. */
function mailOf({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: at }: Environment): Config['mail'] {
  if (url === undefined) return undefined;
  return { url, from: from ?? `portal@${at === undefined ? 'localhost' : new URL(at).hostname}` };
}
