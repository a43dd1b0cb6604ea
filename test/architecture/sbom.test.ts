import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { read, ROOT } from './repository.js';

const bomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })).optional(),
    }),
  ),
});

describe('the list of packages', () => {
  it('ARCH-30 has the packages of the lock file with version and hash, and no other', async () => {
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
      cwd: ROOT,
      maxBuffer: 64 * 1024 * 1024,
    });
    const { components } = bomSchema.parse(JSON.parse(stdout));
    const named = new Map(components.map((component) => [component.name, component]));
    const { packages } = z
      .object({ packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) })
      .parse(JSON.parse(read('package-lock.json')));
    for (const name of ['fastify', 'pg', 'react', 'bullmq', 'vitest']) {
      expect(named.get(name)?.version).toBe(packages[`node_modules/${name}`]?.version);
      expect(named.get(name)?.hashes?.[0]?.alg).toBe('SHA-512');
    }
    const locked = Object.keys(packages).map((path) => path.split('node_modules/').at(-1));
    const unknown = [...named.values()].filter(
      ({ name, hashes }) => hashes && !locked.some((path) => path?.endsWith(name)),
    );
    expect(unknown).toEqual([]);
  });
});
