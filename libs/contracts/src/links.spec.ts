import { describe, expect, it } from 'vitest';
import { linkOf, linkSchema } from './links.js';

describe('a link of a task', () => {
  it.each([
    'https://colab.google.com/drive/1a-b?x=1#y',
    'https://example.com',
    'HTTPS://example.com:8443/a@b',
    'https://xn--bcher-kva.example/ü',
    'https://127.0.0.1/x',
  ])('TASK-30 may be %s', (text) => {
    expect(linkSchema.parse(` ${text} `)).toBe(text);
    expect(linkOf(text)).toBe(text);
  });

  it.each([
    'https://colab.google.com@evil.com/',
    'https://colab.google.com:x@evil.com/',
    'https:evil',
    'https:/evil.com',
    'https:///evil.com',
    'https:\\\\evil.com',
    'http://example.com',
    'javascript:alert(1)',
    'https://',
    'https://exa mple.com',
    'https://exa\tmple.com',
    'https://example.com/\u202Egpj.exe',
    `https://example.com/${'x'.repeat(2048)}`,
  ])('TASK-30 is not %j', (text) => {
    const refused = linkSchema.safeParse(text);
    expect(refused.error?.issues[0]?.message).toBe(
      'must be a URL of at most 2048 characters that begins with https:// and has no user name',
    );
    expect(linkOf(text)).toBeNull();
  });
});
