import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.js';

let dataDir: string;
let minimal: NodeJS.ProcessEnv;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-config-'));
  minimal = { DATABASE_URL: 'postgresql://owner@db/portal', PORTAL_DATA_DIR: dataDir };
});

const secret = 's'.repeat(32);
const production = (): NodeJS.ProcessEnv => ({
  ...minimal,
  NODE_ENV: 'production',
  REDIS_URL: 'redis://cache:6379',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  JWT_SECRET: secret,
});

function problemsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  try {
    readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return Object.fromEntries(error.problems.map(({ variable, detail }) => [variable, detail]));
  }
  return {};
}

describe('the environment', () => {
  it('RUN-1 has a default for everything but the database', () => {
    expect(readConfig(minimal)).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      dataDir,
      databaseUrl: 'postgresql://owner@db/portal',
      statsDatabaseUrl: 'postgresql://owner@db/portal',
      redisUrl: undefined,
      publicUrl: 'http://localhost:3000',
      identity: { kind: 'demo' },
      uploadStore: { kind: 'file', dir: join(dataDir, 'uploads') },
      reportingTimeZone: 'America/Los_Angeles',
      demo: false,
      logLevel: 'info',
      trustedProxies: undefined,
      authRateLimit: 30,
      sessionDays: 90,
      adminEmails: [],
      socketLimit: 50,
      failedHandshakeLimit: 20,
      queuedImportLimit: 10,
      drainSeconds: 0,
    });
    expect(problemsOf({})).toEqual({ DATABASE_URL: 'is required' });
  });

  it('RUN-1 uses set variables, and an empty variable counts as unset', () => {
    const config = readConfig({
      ...minimal,
      PORT: '4000',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://portal.example.com/',
      REDIS_URL: '',
      PORTAL_DEMO: 'on',
      REPORTING_TIME_ZONE: 'Europe/Paris',
      STATS_DATABASE_URL: 'postgresql://stats@replica/portal',
      UPLOAD_STORE: 's3://bucket/some/prefix?region=eu-west-1&endpoint=https://s3.example.com',
    });
    expect(config).toMatchObject({
      port: 4000,
      host: '0.0.0.0',
      publicUrl: 'https://portal.example.com',
      redisUrl: undefined,
      demo: true,
      reportingTimeZone: 'Europe/Paris',
      statsDatabaseUrl: 'postgresql://stats@replica/portal',
      uploadStore: {
        kind: 's3',
        bucket: 'bucket',
        prefix: 'some/prefix/',
        region: 'eu-west-1',
        endpoint: 'https://s3.example.com',
      },
    });
  });

  it('RUN-2 is refused with every error, by variable', () => {
    const problems = problemsOf({
      PORT: '70000',
      REDIS_URL: 'localhost',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_TOKEN_URL: 'https://id.example.com/token',
      JWT_SECRET: 'short',
      UPLOAD_STORE: 'ftp://x',
      REPORTING_TIME_ZONE: 'Mars/Olympus',
      PORTAL_DEMO: 'perhaps',
      PORTAL_SOCKET_LIMIT: '0',
      TRUST_PROXY: 'yes',
    });
    expect(Object.keys(problems).sort()).toEqual([
      'DATABASE_URL',
      'GOOGLE_AUTHORIZATION_URL',
      'GOOGLE_CLIENT_SECRET',
      'GOOGLE_USERINFO_URL',
      'JWT_SECRET',
      'PORT',
      'PORTAL_DEMO',
      'PORTAL_SOCKET_LIMIT',
      'REDIS_URL',
      'REPORTING_TIME_ZONE',
      'TRUST_PROXY',
      'UPLOAD_STORE',
    ]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.each([
    ['1', { kind: 'hops', hops: 1 }],
    ['10', { kind: 'hops', hops: 10 }],
    ['10.0.0.5', { kind: 'networks', networks: ['10.0.0.5'] }],
    [
      '127.0.0.1, ::1/128,fd00::/8,172.16.0.0/12',
      { kind: 'networks', networks: ['127.0.0.1', '::1/128', 'fd00::/8', '172.16.0.0/12'] },
    ],
  ])('OPS-7 accepts a number of proxies or their networks: %s', (text, trustedProxies) => {
    expect(readConfig({ ...minimal, TRUST_PROXY: text })).toMatchObject({ trustedProxies });
  });

  it.each([
    '0',
    '11',
    '-1',
    'true',
    'proxy.example',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '1,2',
    '10.0.0.1,',
  ])('OPS-7 refuses other values: %s', (text) => {
    expect(problemsOf({ ...minimal, TRUST_PROXY: text })).toEqual({
      TRUST_PROXY:
        'must be the number of proxies, 1 to 10, or their IP addresses and networks, such as 10.0.0.5, 172.16.0.0/12',
    });
  });

  it('RUN-58 names the variable of a certificate that is missing', () => {
    const url = (file: string) =>
      `postgresql://owner@db/portal?sslmode=verify-full&sslrootcert=${file}`;
    const missing = join(dataDir, 'ca.crt');
    const problems = problemsOf({
      ...minimal,
      DATABASE_URL: url(missing),
      STATS_DATABASE_URL: url(dataDir),
    });
    expect(problems['DATABASE_URL']).toContain(
      `sslrootcert=${missing}, which cannot be used (ENOENT`,
    );
    expect(problems['STATS_DATABASE_URL']).toContain('EISDIR');
    writeFileSync(missing, '-----BEGIN CERTIFICATE-----');
    expect(problemsOf({ ...minimal, DATABASE_URL: url(missing) })).toEqual({});
  });

  it('RUN-3 must be complete in production, where the demo is refused', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual({
      DATABASE_URL: 'is required in production',
      REDIS_URL: 'is required in production',
      GOOGLE_CLIENT_ID: 'is required in production',
      GOOGLE_CLIENT_SECRET: 'is required in production',
      JWT_SECRET: 'is required in production',
    });
    expect(problemsOf({ ...production(), PORTAL_DEMO: 'on' })).toEqual({
      PORTAL_DEMO: 'must be off in production',
    });
    expect(readConfig(production())).toMatchObject({
      production: true,
      identity: { kind: 'google', clientId: 'id', clientSecret: 'secret' },
      jwtSecret: secret,
    });
  });

  it('RUN-4 gets a signing key that is stored, readable by its owner only', () => {
    const first = readConfig(minimal).jwtSecret;
    expect(first.length).toBeGreaterThanOrEqual(43);
    expect(readConfig(minimal).jwtSecret).toBe(first);
    const file = join(dataDir, 'jwt-secret');
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['jwt-secret']);
    expect(readConfig({ ...minimal, JWT_SECRET: secret }).jwtSecret).toBe(secret);
  });
});
