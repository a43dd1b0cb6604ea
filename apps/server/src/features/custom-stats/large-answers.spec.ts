import { EventEmitter } from 'node:events';
import { StreamableFile } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { LargeAnswers } from './large-answers.js';

class Receiver extends EventEmitter {
  destroyed = false;
}

describe('LargeAnswers', () => {
  it('CST-17 holds a bounded number of bytes, and goes on when readers are done', () => {
    const answers = new LargeAnswers();
    const piece = Buffer.alloc(100 * 1024 * 1024);
    const readers = [new Receiver(), new Receiver()];
    for (const raw of readers) {
      expect(answers.send([piece], raw)).toBeInstanceOf(StreamableFile);
    }
    const late = () => answers.send([piece], new Receiver());
    expect(late).toThrow('Too many large results');
    expect(answers.send([Buffer.from('{}')], new Receiver())).toBeInstanceOf(StreamableFile);
    readers[0]?.emit('close');
    expect(late()).toBeInstanceOf(StreamableFile);
  });

  it('CST-16 sends nothing to who has gone', () => {
    const raw = new Receiver();
    raw.destroyed = true;
    expect(() => new LargeAnswers().send([Buffer.from('{}')], raw)).toThrow('Nobody waits');
  });
});
