import { describe, expect, it } from '@jest/globals';
import { QUEUES } from '@portal/contracts/jobs';
import { readConfig } from '@portal/platform/config';
import { environmentSchema } from '@portal/platform/config-variables';
import { parse } from 'yaml';
import { z } from 'zod';
import { type KubernetesObject, objectsOf, typeErrors } from './kubernetes.js';
import { filesBelow, imageEnvironment, isInImage, read } from './repository.js';

const FOLDER = 'deploy/kubernetes';
/** The client of S3 reads its keys from the environment. */
const S3_KEYS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
/** How long a process may take to stop, besides its drain; see `onShutdown`. */
const STOP_SECONDS = 15;

const texts = z.record(z.string(), z.string());
const kustomizationSchema = z.strictObject({
  apiVersion: z.string().startsWith('kustomize.config.k8s.io/'),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.string().optional(),
  resources: z.array(z.string()),
  components: z.array(z.string()).optional(),
  images: z
    .array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() }))
    .optional(),
  configMapGenerator: z
    .array(
      z.strictObject({
        name: z.string(),
        behavior: z.literal('merge').optional(),
        envs: z.array(z.string()).optional(),
        literals: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  patches: z
    .array(
      z.strictObject({
        target: z.strictObject({ kind: z.string(), name: z.string() }),
        patch: z.string(),
      }),
    )
    .optional(),
});
const patchSchema = z.array(
  z.strictObject({
    op: z.enum(['remove', 'replace']),
    path: z.string().startsWith('/'),
    value: z.string().optional(),
  }),
);
const probeSchema = z.looseObject({
  httpGet: z.object({ path: z.string(), port: z.string() }).optional(),
  exec: z.object({ command: z.array(z.string()) }).optional(),
});
const containerSchema = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).optional(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).optional(),
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
  resources: z.object({ requests: texts, limits: texts }),
  startupProbe: probeSchema.optional(),
  livenessProbe: probeSchema.optional(),
  readinessProbe: probeSchema.optional(),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).optional(),
  securityContext: z.unknown(),
});
const podsSchema = z.looseObject({
  spec: z.looseObject({
    selector: z.object({ matchLabels: texts }).optional(),
    template: z.object({
      metadata: z.object({ labels: texts }),
      spec: z.looseObject({
        enableServiceLinks: z.boolean(),
        automountServiceAccountToken: z.boolean(),
        terminationGracePeriodSeconds: z.number().optional(),
        securityContext: z.unknown(),
        containers: z.tuple([containerSchema]),
      }),
    }),
  }),
});
const selectingSchema = z.looseObject({
  spec: z.looseObject({ selector: z.object({ matchLabels: texts }) }),
});
const scalingSchema = z.looseObject({
  spec: z.looseObject({
    scaleTargetRef: z.object({ kind: z.string(), name: z.string() }),
    minReplicas: z.number(),
    metrics: z.array(
      z.looseObject({
        type: z.string(),
        external: z
          .looseObject({
            metric: z.object({ name: z.string(), selector: z.object({ matchLabels: texts }) }),
          })
          .optional(),
      }),
    ),
  }),
});
const serviceSchema = z.looseObject({
  spec: z.looseObject({
    selector: texts,
    ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string() })),
  }),
});
const backend = z.object({
  service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }),
});
const ingressSchema = z.looseObject({
  metadata: z.looseObject({ annotations: texts }),
  spec: z.looseObject({
    rules: z.tuple([
      z.object({
        host: z.string(),
        http: z.object({
          paths: z.tuple([z.object({ path: z.string(), pathType: z.string(), backend })]),
        }),
      }),
    ]),
    tls: z.tuple([z.object({ hosts: z.tuple([z.string()]), secretName: z.string() })]),
  }),
});
/** What is used of the type of the Prometheus Operator. */
const serviceMonitorSchema = z.strictObject({
  apiVersion: z.literal('monitoring.coreos.com/v1'),
  kind: z.literal('ServiceMonitor'),
  metadata: z.strictObject({ name: z.string(), labels: texts }),
  spec: z.strictObject({
    selector: z.strictObject({ matchLabels: texts }),
    endpoints: z.tuple([
      z.strictObject({
        port: z.string(),
        path: z.string().startsWith('/'),
        interval: z.string().regex(/^\d+s$/),
        authorization: z.strictObject({
          credentials: z.strictObject({ name: z.string(), key: z.string() }),
        }),
      }),
    ]),
  }),
});

const [base, prometheus, example] = ['base', 'prometheus', 'example'].map((name) =>
  kustomizationSchema.parse(parse(read(`${FOLDER}/${name}/kustomization.yaml`))),
);
const objects = [
  ...(base?.resources ?? []).flatMap((name) => objectsOf(`${FOLDER}/base/${name}`)),
  ...(prometheus?.resources ?? []).flatMap((name) => objectsOf(`${FOLDER}/prometheus/${name}`)),
];

function find(kind: string, name: string): KubernetesObject {
  const found = objects.find((each) => each.kind === kind && each.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

function allOf(...kinds: string[]): KubernetesObject[] {
  return objects.filter(({ kind }) => kinds.includes(kind));
}

const pods = allOf('Deployment', 'Job').map((object) => {
  const { selector, template } = podsSchema.parse(object).spec;
  const [container] = template.spec.containers;
  return { name: object.metadata.name, selector, template, container };
});

/** `NAME=value` of each line; others are comments. */
function variablesIn(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^([A-Z]\w*)=(.*)$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}

const settings = variablesIn(read(`${FOLDER}/base/portal.env`));
const secret = variablesIn(/^# secret\.env\n([^`]+)^```/m.exec(read('docs/scaling.md'))?.[1] ?? '');

describe('the objects for Kubernetes', () => {
  it('SYS-246 have the fields of their types in the API', () => {
    const monitors = allOf('ServiceMonitor');
    for (const monitor of monitors) serviceMonitorSchema.parse(monitor);
    const others = objects.filter((object) => !monitors.includes(object));
    const wrong = [
      withSpec(find('Deployment', 'portal-server'), { replica: 2 }),
      withSpec(find('PodDisruptionBudget', 'portal-server'), { maxUnavailable: true }),
      withSpec(find('Job', 'portal-migrate'), { template: undefined }),
    ];
    // One run of the compiler says that it accepts the objects, and finds what is wrong.
    expect(typeErrors([...others, ...wrong])).toEqual([
      expect.stringMatching(/^Deployment portal-server: .*'"replica"' does not exist/),
      expect.stringMatching(/^PodDisruptionBudget portal-server: .*'true' is not assignable/),
      expect.stringMatching(/^Job portal-migrate: .*'template' is missing/),
    ]);
  });

  it('SYS-246 are each in a file that a kustomization names, under one name', () => {
    for (const [folder, kustomization] of Object.entries({ base, prometheus, example })) {
      const files = filesBelow(`${FOLDER}/${folder}`).map((path) => path.split('/').at(-1) ?? '');
      const named = [
        ...(kustomization?.resources ?? []),
        ...(kustomization?.configMapGenerator ?? []).flatMap(({ envs = [] }) => envs),
      ].filter((name) => !name.startsWith('../'));
      const others = ['kustomization.yaml', ...(folder === 'prometheus' ? [VALUES] : [])];
      expect(files.sort()).toEqual([...named, ...others].sort());
    }
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    expect([...(example?.resources ?? []), ...(example?.components ?? [])]).toEqual([
      '../base',
      '../prometheus',
    ]);
  });

  it('SYS-246 are patched where they have the value', () => {
    const patches = [...(prometheus?.patches ?? []), ...(example?.patches ?? [])];
    expect(patches.length).toBeGreaterThan(0);
    for (const { target, patch } of patches) {
      const object = find(target.kind, target.name);
      for (const { path } of patchSchema.parse(parse(patch))) {
        expect([path, valueAt(object, path)]).toEqual([path, expect.anything()]);
      }
    }
  });

  it('SYS-247 start a production portal with the settings of portal.env and the documented secret', () => {
    const image = imageEnvironment();
    const all = { ...image, ...settings, ...secret };
    expect(readConfig(all)).toMatchObject({
      production: true,
      demo: false,
      host: '0.0.0.0',
      uploadStore: { kind: 's3' },
      trustedProxies: { kind: 'hops', hops: 1 },
    });
    const known = [...Object.keys(environmentSchema.shape), ...S3_KEYS];
    const written = (example?.configMapGenerator ?? []).flatMap(({ literals = [] }) =>
      Object.keys(variablesIn(literals.join('\n'))),
    );
    const names = [...Object.keys({ ...settings, ...secret }), ...written];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    // Without the secret it names what is missing.
    expect(() => readConfig({ ...image, ...settings })).toThrow(
      /DATABASE_URL.*REDIS_URL.*GOOGLE_CLIENT_ID.*GOOGLE_CLIENT_SECRET.*JWT_SECRET/s,
    );
    expect(Object.keys(settings).filter((name) => /SECRET|TOKEN|_URL$|KEY/.test(name))).toEqual([
      'PUBLIC_URL',
    ]);
  });

  it('SYS-247 take their environment from the ConfigMap and the Secret of this name', () => {
    const [generated] = base?.configMapGenerator ?? [];
    expect(generated?.name).toBe('portal');
    for (const { container } of pods) {
      expect(container.envFrom).toEqual([
        { configMapRef: { name: 'portal' } },
        { secretRef: { name: 'portal' } },
      ]);
    }
    expect(read('docs/scaling.md')).toContain(
      'create secret generic portal --from-env-file=secret.env',
    );
    const [endpoint] = serviceMonitorSchema.parse(find('ServiceMonitor', 'portal')).spec.endpoints;
    expect(endpoint).toMatchObject({ path: '/metrics', port: 'http' });
    expect(endpoint.authorization.credentials.name).toBe('portal');
    expect(Object.keys(secret)).toContain(endpoint.authorization.credentials.key);
  });

  it('SYS-248 run the commands of the image', () => {
    expect(pods.map(({ name }) => name).sort()).toEqual([
      'portal-migrate',
      'portal-server',
      'portal-worker',
    ]);
    for (const { container } of pods) {
      expect(container.image).toBe('portal');
      const commands = [
        container.command,
        ...[container.startupProbe, container.livenessProbe].map((probe) => probe?.exec?.command),
      ];
      for (const command of commands) {
        if (command === undefined) continue;
        expect(command[0]).toBe('node');
        expect([command, command.some(isInImage)]).toEqual([command, true]);
      }
    }
    expect(['apps/server/dist/none.js', 'apps/web/dist/main.js'].map(isInImage)).toEqual([
      false,
      false,
    ]);
  });

  it('SYS-248 are ready and alive as the health routes and the heartbeat say', () => {
    const { container: server } = podsOf('portal-server');
    const { container: worker } = podsOf('portal-worker');
    expect(server.startupProbe?.httpGet).toEqual({ path: '/health/live', port: 'http' });
    expect(server.livenessProbe?.httpGet).toEqual({ path: '/health/live', port: 'http' });
    expect(server.readinessProbe?.httpGet).toEqual({ path: '/health/ready', port: 'http' });
    for (const probe of [worker.startupProbe, worker.livenessProbe]) {
      expect(probe?.exec?.command.slice(-2)).toEqual([
        'libs/platform/dist/cli/heartbeat.js',
        'worker',
      ]);
    }
  });

  it('SYS-248 have one port from the image to the ingress, and labels that select the pods', () => {
    const { container, template } = podsOf('portal-server');
    const service = serviceSchema.parse(find('Service', 'portal-server')).spec;
    const ingress = ingressSchema.parse(find('Ingress', 'portal'));
    const [rule] = ingress.spec.rules;
    const [port] = service.ports;
    expect(container.ports).toEqual([
      { name: port?.targetPort, containerPort: Number(imageEnvironment()['PORT']) },
    ]);
    expect(read('Dockerfile')).toMatch(
      new RegExp(`^EXPOSE ${container.ports?.[0]?.containerPort}$`, 'm'),
    );
    expect(rule.http.paths[0].backend.service).toEqual({
      name: 'portal-server',
      port: { name: port?.name },
    });
    expect(ingress.spec.tls[0].hosts).toEqual([rule.host]);
    expect(settings['PUBLIC_URL']).toBe(`https://${rule.host}`);
    // As much and as long as the proxy of docker compose.
    const proxy = read('deploy/nginx.conf.template');
    const { annotations } = ingress.metadata;
    expect(proxy).toContain(
      `client_max_body_size ${annotations['nginx.org/client-max-body-size']};`,
    );
    expect(proxy).toContain(`proxy_read_timeout ${annotations['nginx.org/proxy-read-timeout']};`);
    expect(proxy).toContain(`proxy_send_timeout ${annotations['nginx.org/proxy-send-timeout']};`);
    expect(annotations['nginx.org/websocket-services']).toBe('portal-server');

    expect(service.selector).toEqual(template.metadata.labels);
    for (const { name, selector, template: of } of pods) {
      if (selector !== undefined) expect(selector.matchLabels).toEqual(of.metadata.labels);
      for (const budget of allOf('PodDisruptionBudget')) {
        if (budget.metadata.name !== name) continue;
        expect(selectingSchema.parse(budget).spec.selector.matchLabels).toEqual(of.metadata.labels);
      }
    }
    expect(allOf('PodDisruptionBudget').map(({ metadata }) => metadata.name)).toEqual([
      'portal-server',
      'portal-worker',
    ]);
  });

  it('SYS-249 run without privileges, on a file system that only /data can be written of', () => {
    for (const { template, container } of pods) {
      expect(template.spec).toMatchObject({
        enableServiceLinks: false,
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(Object.keys(container.resources.limits)).toEqual(['memory']);
    }
    for (const name of ['portal-server', 'portal-worker']) {
      const { container } = podsOf(name);
      expect(container.volumeMounts).toEqual([
        { name: 'data', mountPath: imageEnvironment()['PORTAL_DATA_DIR'] },
      ]);
    }
  });

  it('SYS-249 have the time that they need to stop', () => {
    const grace = (name: string): number =>
      podsOf(name).template.spec.terminationGracePeriodSeconds ?? 0;
    const drain = Number(settings['PORTAL_DRAIN_SECONDS']);
    expect(grace('portal-server')).toBeGreaterThan(drain + STOP_SECONDS);
    expect(grace('portal-worker')).toBeGreaterThan(STOP_SECONDS);
  });

  it('SYS-250 scale servers by CPU, and workers by the age of the oldest waiting import', () => {
    const server = scalingSchema.parse(find('HorizontalPodAutoscaler', 'portal-server')).spec;
    const worker = scalingSchema.parse(find('HorizontalPodAutoscaler', 'portal-worker')).spec;
    for (const { scaleTargetRef, minReplicas } of [server, worker]) {
      expect(find(scaleTargetRef.kind, scaleTargetRef.name)).toBeDefined();
      expect(minReplicas).toBe(2);
    }
    expect(server.metrics.map(({ type }) => type)).toEqual(['Resource']);
    expect(find('Deployment', 'portal-server')['spec']).not.toHaveProperty('replicas');
    expect(prometheus?.patches?.[0]?.target).toEqual({ kind: 'Deployment', name: 'portal-worker' });

    const metric = worker.metrics[0]?.external?.metric;
    expect(metric?.selector.matchLabels).toEqual({ queue: QUEUES.taskImport });
    const [rule] = adapterSchema.parse(parse(read(`${FOLDER}/prometheus/${VALUES}`))).rules
      .external;
    expect(rule.seriesQuery).toBe(`${metric?.name}{namespace!=""}`);
    expect(read('apps/server/src/features/metrics/parts.ts')).toContain(
      `'${metric?.name.replace(/^portal_/, '')}'`,
    );
  });
});

const VALUES = 'adapter-values.yaml';
const adapterSchema = z.strictObject({
  rules: z.strictObject({
    external: z.tuple([
      z.strictObject({
        seriesQuery: z.string(),
        resources: z.strictObject({
          overrides: z.record(z.string(), z.strictObject({ resource: z.string() })),
        }),
        metricsQuery: z.string(),
      }),
    ]),
  }),
});

function podsOf(name: string): (typeof pods)[number] {
  const found = pods.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there are no pods of ${name}`);
  return found;
}

function withSpec(object: KubernetesObject, changes: Record<string, unknown>): KubernetesObject {
  return { ...object, spec: { ...z.looseObject({}).parse(object['spec']), ...changes } };
}

/** The value at a JSON pointer; undefined if there is none. */
function valueAt(object: unknown, path: string): unknown {
  let value: unknown = object;
  for (const key of path.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Object.entries(value).find(([name]) => name === key)?.[1];
  }
  return value;
}
