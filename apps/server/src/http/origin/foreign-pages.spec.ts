import { describe, expect, it } from 'vitest';
import { foreignTest } from './foreign-pages.js';

const HOST = 'portal.example';
const PUBLIC = { publicUrl: `https://${HOST}` };
const LOCAL = { publicUrl: 'http://localhost:3000' };

describe('requests of pages', () => {
  it.each([
    ['a program', PUBLIC, { host: HOST }],
    ['a page of the portal', PUBLIC, { host: HOST, origin: PUBLIC.publicUrl }],
    ['it behind a proxy', PUBLIC, { host: '10.0.0.5:3000', origin: PUBLIC.publicUrl }],
    [
      'it in a browser that says so',
      PUBLIC,
      { host: HOST, origin: 'null', 'sec-fetch-site': 'same-origin' },
    ],
    ['the address bar', PUBLIC, { host: HOST, 'sec-fetch-site': 'none' }],
    [
      'another name of this machine',
      LOCAL,
      { host: 'localhost:3000', origin: 'http://[::1]:3000' },
    ],
    ['a development server', LOCAL, { host: 'localhost:5173', origin: 'http://localhost:5173' }],
  ])('AUTH-23 of %s are not foreign', (_what, config, headers) => {
    expect(foreignTest(config)(headers)).toBe(false);
  });

  it.each([
    ['another site', { host: HOST, origin: 'https://evil.example' }],
    ['it without an origin', { host: HOST, 'sec-fetch-site': 'cross-site' }],
    [
      'a sibling',
      { host: HOST, origin: 'https://x.portal.example', 'sec-fetch-site': 'same-site' },
    ],
    ['another port', { host: HOST, origin: `https://${HOST}:8443` }],
    ['a sandboxed frame', { host: HOST, origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a file', { host: HOST, origin: 'null' }],
    ['a name that begins alike', { host: HOST, origin: `https://${HOST}.evil.example` }],
  ])('AUTH-23 of %s are foreign', (_what, headers) => {
    expect(foreignTest(PUBLIC)(headers)).toBe(true);
  });
});
