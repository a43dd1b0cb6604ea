import { describe, expect, it } from 'vitest';
import { streamToBlob } from './download';

describe('downloads', () => {
  it('WEB-48 count the bytes received so far and keep the content', async () => {
    const parts = ['row,field\r\n', '1,status\r\n'];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const received: number[] = [];
    const response = new Response(body, { headers: { 'content-type': 'text/csv' } });
    const blob = await streamToBlob(response, (bytes) => received.push(bytes));
    expect(received).toEqual([11, 21]);
    expect(await blob.text()).toBe(parts.join(''));
  });
});
