import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import { emailSchema } from '@portal/contracts/scalars';
import { readFileSync } from 'node:fs';
import { postgresUrlSchema, tlsFileProblem } from '@portal/contracts/postgres-url';
import { z } from 'zod';
import { parseTrustedProxies } from './trust-proxy.js';

const port = z.coerce
  .number('must be a port number, 1 to 65535')
  .int('must be a port number, 1 to 65535')
  .min(1, 'must be a port number, 1 to 65535')
  .max(65_535, 'must be a port number, 1 to 65535');
const redisUrl = z.string().regex(/^rediss?:\/\/\S+$/, 'must be a redis:// or rediss:// URL');
const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

const switchWord = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((word) => word === 'on' || word === 'true' || word === '1');

const trustedProxies = z.string().transform((text, context) => {
  const proxies = parseTrustedProxies(text);
  if (proxies) return proxies;
  context.addIssue(
    'must be the number of proxies, 1 to 10, or their IP addresses and networks, such as 10.0.0.5, 172.16.0.0/12',
  );
  return z.NEVER;
});

const emails = z.string().transform((text, context): readonly string[] => {
  const written = text.split(',').filter((part) => part.trim() !== '');
  const wrong = written.find((part) => !emailSchema.safeParse(part).success);
  if (wrong === undefined) return written.map((part) => emailSchema.parse(part));
  context.addIssue(
    `must be email addresses, separated by commas; '${wrong.trim()}' is not an email address`,
  );
  return z.NEVER;
});

const limit = z.coerce
  .number('must be a whole number from 1')
  .int('must be a whole number from 1')
  .min(1, 'must be a whole number from 1');

const drainSeconds = z.coerce
  .number('must be a whole number of seconds, 0 to 60')
  .int('must be a whole number of seconds, 0 to 60')
  .min(0, 'must be a whole number of seconds, 0 to 60')
  .max(60, 'must be a whole number of seconds, 0 to 60');

const days = z.coerce
  .number('must be a whole number of days, 0 to 3650')
  .int('must be a whole number of days, 0 to 3650')
  .min(0, 'must be a whole number of days, 0 to 3650')
  .max(3650, 'must be a whole number of days, 0 to 3650');

const sessionDays = z.coerce
  .number('must be a whole number of days, 1 to 3650')
  .int('must be a whole number of days, 1 to 3650')
  .min(1, 'must be a whole number of days, 1 to 3650')
  .max(3650, 'must be a whole number of days, 1 to 3650');

const share = z.coerce
  .number('must be a number from 0 to 1')
  .min(0, 'must be a number from 0 to 1')
  .max(1, 'must be a number from 0 to 1');

const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone, such as Europe/Paris');

const postgresUrl = postgresUrlSchema.superRefine((url, context) => {
  const problem = tlsFileProblem(url, readFileSync);
  if (problem !== undefined) context.addIssue(problem);
});

/**
 * The environment, one entry per variable, as text. Rules about more than one variable (production,
 * the Google pair, the stores) are in `readConfig`.
 */
export const environmentSchema = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webUrl.optional(),
  PORTAL_DATA_DIR: z.string().default('.portal'),
  DATABASE_URL: postgresUrl.optional(),
  STATS_DATABASE_URL: postgresUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_AUTHORIZATION_URL: webUrl.optional(),
  GOOGLE_TOKEN_URL: webUrl.optional(),
  GOOGLE_USERINFO_URL: webUrl.optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  PORTAL_ADMIN_EMAILS: emails.default([]),
  PORTAL_AUTH_RATE_LIMIT: limit.default(30),
  PORTAL_SESSION_DAYS: sessionDays.default(90),
  PORTAL_SOCKET_LIMIT: limit.default(50),
  PORTAL_FAILED_HANDSHAKE_LIMIT: limit.default(20),
  PORTAL_QUEUED_IMPORT_LIMIT: limit.default(10),
  PORTAL_AUDIT_DAYS: days.default(400),
  PORTAL_IMPORT_HISTORY_DAYS: days.default(30),
  PORTAL_IMPORT_ISSUE_DAYS: days.default(90),
  PORTAL_UPLOAD_DAYS: days.default(1),
  PORTAL_LOG_DAYS: days.default(30),
  PORTAL_DRAIN_SECONDS: drainSeconds.default(0),
  TRUST_PROXY: trustedProxies.optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  PORTAL_WORKER_METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  SLACK_BOT_TOKEN: z.string().optional(),
  SLACK_API_URL: webUrl.default('https://slack.com/api/'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: emailSchema.optional(),
  UPLOAD_STORE: z
    .string()
    .regex(/^(file|s3):/, 'must begin with file: or s3:')
    .default('file:'),
  REPORTING_TIME_ZONE: timeZone.default(DEFAULT_REPORTING_TIME_ZONE),
  PORTAL_DEMO: switchWord.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Environment = z.infer<typeof environmentSchema>;

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
