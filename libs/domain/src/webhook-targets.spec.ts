import { describe, expect, it } from 'vitest';
import { refusedTarget } from './webhook-targets.js';

describe('the URL of a webhook', () => {
  it.each([
    ['https://example.com/hook?a=b', undefined],
    ['https://example.com:8443/', undefined],
    ['https://8.8.8.8/', undefined],
    ['https://[2606:4700::1111]/', undefined],
    ['http://example.com/', 'https://'],
    ['ftp://example.com/', 'https://'],
    ['https://user@example.com/', 'user'],
    ['https://:secret@example.com/', 'user'],
    ['https://example.com/#part', '#'],
    ['https://example.com:22/', 'port'],
    ['https://localhost/', 'private'],
    ['https://LOCALHOST./', 'private'],
    ['https://db.internal/', 'private'],
    ['https://2130706433/', 'private'],
    ['https://0x7f000001/', 'private'],
    ['https://0177.0.0.1/', 'private'],
    ['https://127.1/', 'private'],
    ['https://0/', 'private'],
    ['https://169.254.169.254/latest/meta-data', 'private'],
    ['https://[::1]/', 'private'],
    ['https://[::ffff:127.0.0.1]/', 'private'],
    ['https://[fd00:ec2::254]/', 'private'],
    ['https://１２７.0.0.1/', 'private'],
  ])('HOOK-3 %s in production: %s', (url, refusal) => {
    if (refusal === undefined) expect(refusedTarget(url, true)).toBeUndefined();
    else expect(refusedTarget(url, true)).toContain(refusal);
  });

  it('HOOK-3 elsewhere may be local, and still has no user', () => {
    expect(refusedTarget('http://127.0.0.1:9000/hook', false)).toBeUndefined();
    expect(refusedTarget('http://a:b@127.0.0.1:9000/hook', false)).toContain('user');
    expect(refusedTarget('file:///etc/passwd', false)).toContain('https://');
  });
});
