/** For `vi.waitFor`, whose limit vitest.config.ts cannot set: as long as `expect.poll` waits there. */
export const PATIENCE = { timeout: 60_000 };
