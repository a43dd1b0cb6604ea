import { beforeEach } from 'vitest';
import { importDetail } from './imports';
import { LiveServer } from './live-server';
import { grant, signInAs } from './users';
import { serveShell } from './portal-stub';
import { stubServer, type StubServer } from './stub-server';

export const PREVIEW = '0197f3a0-0000-7000-8000-0000000000b1';
export const IMPORT = '0197f3a0-0000-7000-8000-0000000000b2';

interface ImportStub {
  readonly stub: StubServer;
  readonly live: LiveServer;
  serveDetail(importId: string, detail?: ReturnType<typeof importDetail>): void;
}

/**
 * For the specs of one file: a stub server with a signed-in admin and imports that the spec pushes.
 */
export function importStub(): ImportStub {
  const stub = stubServer();
  const live = new LiveServer();
  live.attach(stub.server);
  beforeEach(() => {
    serveShell(stub);
    signInAs(grant(0, 'full-access'));
  });
  return {
    stub,
    live,
    serveDetail(importId, detail = importDetail({ import_id: importId })) {
      stub.on(`GET /api/v1/tasks/imports/${importId}`, () => ({ json: detail }));
    },
  };
}
