import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { RawRequest } from './raw-request.js';

it('reads the response of a server that then resets the connection', async () => {
  const server = createServer((socket) => {
    socket.write('HTTP/1.1 401 Unauthorized\r\n\r\nno');
    socket.on('data', (text) => String(text).includes('end') && socket.resetAndDestroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  try {
    const request = await RawRequest.open(`http://127.0.0.1:${port}`, ['POST / HTTP/1.1']);
    expect(await request.status()).toBe(401);
    const ended = request.ended();
    request.write('end');
    expect(await ended).toContain('no');
  } finally {
    server.close();
  }
});
