import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { onResponseClose } from './response-close.js';

describe('the end of a response', () => {
  it('CRUD-66 is told to all that wait for it, once, by one listener', () => {
    const response = new EventEmitter();
    const told: string[] = [];
    for (const name of ['drain', 'signal']) onResponseClose(response, () => told.push(name));
    onResponseClose(new EventEmitter(), () => told.push('another'));
    expect(response.listenerCount('close')).toBe(1);
    response.emit('close');
    response.emit('close');
    expect(told).toEqual(['drain', 'signal']);
  });
});
