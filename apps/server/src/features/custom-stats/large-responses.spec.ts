import { EventEmitter } from 'node:events';
import { StreamableFile } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { LargeResponses } from './large-responses.js';

class Receiver extends EventEmitter {
  destroyed = false;
}

describe('LargeResponses', () => {
  it('CST-17 limits the bytes in flight, and continues when responses end', () => {
    const responses = new LargeResponses();
    const piece = Buffer.alloc(100 * 1024 * 1024);
    const readers = [new Receiver(), new Receiver()];
    for (const raw of readers) {
      expect(responses.send([piece], raw)).toBeInstanceOf(StreamableFile);
    }
    const late = () => responses.send([piece], new Receiver());
    expect(late).toThrow('Too many large results');
    expect(responses.send([Buffer.from('{}')], new Receiver())).toBeInstanceOf(StreamableFile);
    readers[0]?.emit('close');
    expect(late()).toBeInstanceOf(StreamableFile);
  });

  it('CST-16 sends nothing to a client that has disconnected', () => {
    const raw = new Receiver();
    raw.destroyed = true;
    expect(() => new LargeResponses().send([Buffer.from('{}')], raw)).toThrow(
      'The client has closed',
    );
  });
});
