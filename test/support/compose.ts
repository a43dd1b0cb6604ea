import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

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
export type Service = z.infer<typeof serviceSchema>;

const FILE = new URL('../../docker-compose.yml', import.meta.url);

export const compose = composeSchema.parse(parse(readFileSync(FILE, 'utf8'), { merge: true }));

export function service(name: string): Service {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  return found;
}

/**
 * The environment of a service with these variables in the file .env.
 * @throws {Error} that names a required variable which is missing
 */
export function environmentOf(name: string, variables: Record<string, string>) {
  const environment = Object.entries(service(name).environment ?? {});
  return Object.fromEntries(
    environment.map(([variable, text]) => [variable, interpolated(text, variables)]),
  );
}

/** `${NAME:-default}` and `${NAME:?reason}`, the two forms that are used. */
function interpolated(text: string, variables: Record<string, string>): string {
  return text.replaceAll(
    /\$\{(\w+):([-?])([^}]*)\}/g,
    (_match, name: string, mark: string, rest: string) => {
      const value = variables[name] ?? '';
      if (value !== '' || mark === '-') return value === '' ? rest : value;
      throw new Error(`${name}: ${rest}`);
    },
  );
}
