import { describe, expect, it } from '@jest/globals';
import { environmentSchema } from '@portal/platform/config-variables';
import { parse } from 'yaml';
import { z } from 'zod';
import { read } from './repository.js';

const serviceSchema = z.looseObject({
  image: z.string(),
  restart: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  healthcheck: z.looseObject({ test: z.array(z.string()).optional() }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
});
const composeSchema = z.looseObject({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.unknown()),
});

const compose = composeSchema.parse(parse(read('docker-compose.yml'), { merge: true }));
const portal = ['migrate', 'server', 'worker'] as const;
const S3_KEYS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

describe('docker-compose.yml', () => {
  it('ARCH-7 runs PostgreSQL, Redis and the three commands of one image', () => {
    expect(Object.keys(compose.services).sort()).toEqual([
      'migrate',
      'postgres',
      'proxy',
      'redis',
      'server',
      'worker',
    ]);
    expect(compose.services['postgres']?.image).toBe('postgres:18');
    expect(compose.services['redis']?.image).toBe('redis:8');
    expect(compose.services['proxy']?.image).toBe('nginx:1.28');
    expect(new Set(portal.map((name) => compose.services[name]?.image))).toEqual(
      new Set(['portal']),
    );
    expect(compose.services['worker']?.command?.at(-1)).toBe('apps/worker/dist/main.js');
    expect(compose.services['migrate']?.command?.at(-1)).toBe(
      'libs/persistence/dist/cli/migrate.js',
    );
  });

  it('ARCH-7 has a health check for every service', () => {
    for (const name of ['postgres', 'redis', 'server', 'worker', 'proxy']) {
      expect(compose.services[name]?.healthcheck?.test?.length).toBeGreaterThan(1);
    }
    expect(compose.services['migrate']?.depends_on).toEqual({
      postgres: { condition: 'service_healthy' },
    });
    for (const name of ['server', 'worker']) {
      expect(compose.services[name]?.depends_on).toEqual({
        migrate: { condition: 'service_completed_successfully' },
        redis: { condition: 'service_healthy' },
      });
    }
  });

  it('ARCH-7 restarts every service when it ends', () => {
    for (const name of ['postgres', 'redis', 'server', 'worker', 'proxy']) {
      expect(compose.services[name]?.restart).toBe('unless-stopped');
    }
    expect(compose.services['migrate']?.restart).toBe('no');
  });

  it('ARCH-10 can run several servers and workers behind its proxy', () => {
    // Copies of a container cannot share a port of the machine.
    for (const name of ['server', 'worker'] as const) {
      expect(compose.services[name]?.ports).toBeUndefined();
      expect(compose.services[name]).not.toHaveProperty('container_name');
    }
    const proxy = compose.services['proxy'];
    expect(proxy?.ports).toEqual(['${PORT:-3000}:80']);
    expect(proxy?.environment?.['PORTAL_SERVERS']).toMatch(
      /^(server server:3000 resolve [^;]*;\n?){2}$/,
    );
    expect(proxy?.volumes?.[0]).toMatch(/^\.\/deploy\/nginx\.conf\.template:/);
    expect(proxy?.depends_on).toEqual({ server: { condition: 'service_healthy' } });
    for (const name of portal) {
      expect(compose.services[name]?.volumes).toContain('data:/data');
      expect(compose.services[name]?.environment).toMatchObject({
        REDIS_URL: 'redis://redis:6379',
        UPLOAD_STORE: '${UPLOAD_STORE:-file:/data/uploads}',
        TRUST_PROXY: '${TRUST_PROXY:-1}',
      });
    }
  });

  it('ARCH-10 gives the proxy the variables of its template, and no secret', () => {
    const template = read('deploy/nginx.conf.template');
    const variables = [...template.matchAll(/\$\{(\w+)\}/g)].map((match) => match[1]);
    const environment = Object.keys(compose.services['proxy']?.environment ?? {});
    expect(new Set([...variables, 'NGINX_ENVSUBST_FILTER'])).toEqual(new Set(environment));
    expect(JSON.stringify(compose.services['proxy'])).not.toMatch(/SECRET|PASSWORD|TOKEN/);
  });

  it('RUN-37 keeps rows and statements out of the log of PostgreSQL', () => {
    expect(compose.services['postgres']?.command).toEqual(
      expect.arrayContaining(['--log_error_verbosity=terse', '--log_min_error_statement=panic']),
    );
  });

  it('ARCH-7 sets known variables only, and requires a secret', () => {
    for (const name of portal) {
      const environment = compose.services[name]?.environment ?? {};
      // The client of S3 reads its keys from the environment.
      const known = [...Object.keys(environmentSchema.shape), ...S3_KEYS];
      expect(Object.keys(environment).filter((variable) => !known.includes(variable))).toEqual([]);
      for (const variable of ['JWT_SECRET', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']) {
        expect(environment[variable]).toMatch(new RegExp(String.raw`^\$\{${variable}:\?.+\}$`));
      }
      expect(environment['DATABASE_URL']).toContain('${POSTGRES_PASSWORD:?');
      expect(environment['NODE_ENV']).toBe('production');
    }
  });
});

describe('the Dockerfile', () => {
  const stages = read('Dockerfile')
    .split(/^FROM /m)
    .slice(1);
  const last = stages.at(-1) ?? '';

  it('ARCH-8 builds in stages, one of which installs production dependencies only', () => {
    expect(stages.length).toBeGreaterThanOrEqual(3);
    const dependencies = stages.find((stage) => / AS dependencies\n/.test(stage));
    expect(dependencies).toMatch(/npm ci --omit=dev/);
    expect(last).toContain('COPY --from=dependencies /portal ./');
    expect(last).not.toMatch(/npm (ci|install)|COPY \. /);
  });

  it('ARCH-8 runs as an unprivileged user, on the Node of .nvmrc', () => {
    expect(last).toMatch(/^USER node$/m);
    expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('CMD'));
    const major = read('.nvmrc').trim().split('.')[0];
    for (const stage of stages) expect(stage).toMatch(new RegExp(`^node:${major}-`));
  });

  it('ARCH-8 copies every part that runs', () => {
    for (const part of ['contracts', 'domain', 'persistence', 'platform', 'sql-guard']) {
      expect(last).toContain(`libs/${part}/dist`);
    }
    for (const app of ['server', 'worker', 'web']) expect(last).toContain(`apps/${app}/dist`);
  });
});

describe('the lock file', () => {
  const lockSchema = z.looseObject({
    packages: z.record(
      z.string(),
      z.looseObject({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
    ),
  });
  const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')));

  it('ARCH-9 names the optional packages of every platform', () => {
    const missing = Object.values(packages)
      .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
      .filter(
        (name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)),
      );
    expect(missing).toEqual([]);
  });
});
