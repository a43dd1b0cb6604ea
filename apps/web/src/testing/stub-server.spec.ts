import { expect, it } from 'vitest';
import { stubServer } from './stub-server';

const stub = stubServer();

it('ARCH-33 a test leaves a request under way, whose end sends another', async () => {
  stub.on('GET /api/left', () => new Promise(() => {}));
  const again = () => setTimeout(() => void fetch('/api/left').catch(() => undefined), 0);
  void fetch('/api/left').then(again, again);
  await expect.poll(() => stub.calls.length).toBe(1);
});

it('ARCH-33 the next test counts only its own', async () => {
  stub.on('GET /api/own', () => ({ json: {} }));
  expect((await fetch('/api/own')).status).toBe(200);
  expect(stub.calls.map(({ url }) => url)).toEqual(['/api/own']);
});

it('ARCH-33 a request that arrives late is refused', async () => {
  const late = await fetch('/api/own', { headers: { 'x-test': 'none' } });
  expect(late.status).toBe(404);
  stub.on('GET /api/own', () => ({ json: {} }));
  expect((await fetch('/api/own')).status).toBe(200);
  expect(stub.calls).toHaveLength(2);
});
