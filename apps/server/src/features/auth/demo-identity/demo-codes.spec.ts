import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DemoCodes } from './demo-codes.js';

const grant = { email: 'a@example.com', redirectUri: 'http://x/', challenge: undefined };

describe('DemoCodes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    [59_000, true],
    [60_000, false],
  ])('AUTH-5 takes a code of %i ms: %s', (age, accepted) => {
    const codes = new DemoCodes();
    const code = codes.issueCode(grant);
    vi.advanceTimersByTime(age);
    const token = codes.redeem({ code, redirectUri: 'http://x/', verifier: undefined });
    expect(token !== null).toBe(accepted);
    if (token !== null) expect(codes.emailOf(token)).toBe('a@example.com');
  });
});
