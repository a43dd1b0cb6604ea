import { describe, expect, it } from 'vitest';
import { whyEmpty } from './why-empty';

describe('an empty list', () => {
  it('ADM-143 says what its items are and what to do, or who does it', () => {
    const pods = (operations: readonly 'create'[]) =>
      whyEmpty({ base: '/pods/', operations: [...operations] });
    expect(pods(['create'])).toBe(
      'A pod is a team of one project: a lead, reviewers and trainers. Create the first one; its page then asks for its people.',
    );
    expect(pods([])).toBe(
      'A pod is a team of one project: a lead, reviewers and trainers. The administrators of the project create pods.',
    );
  });

  it('ADM-143 says nothing about a list that it does not know', () => {
    expect(whyEmpty({ base: '/widgets/', operations: ['create'] })).toBeUndefined();
  });
});
