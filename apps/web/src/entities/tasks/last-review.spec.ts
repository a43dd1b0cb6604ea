import type { LastReview } from '@portal/contracts/task-detail';
import { expect, it } from 'vitest';
import { wordsOf } from './last-review';

const said = (feedback: string, part: Partial<LastReview> = {}): string =>
  wordsOf({
    ...{ turing_review_id: null, feedback_id: 3, status: 'rework', score: null, reasons: [] },
    ...{ reviewer_name: 'Rex', reviewer_email: 'rex@example.com', is_unread: false },
    submitted_at: null,
    feedback,
    ...part,
  });

it('UI-188 words of feedback stand without the marks of Markdown', () => {
  expect(said('## Why\n\nIt **does not follow** `parse_rows`:\n\n- keep *args\n> a * b')).toBe(
    'Rex · Rework · Why It does not follow parse_rows: keep *args a * b',
  );
  expect(said('See [the guide](https://example.com/a_(b)), [1] and f[x](y).')).toBe(
    'Rex · Rework · See the guide, [1] and f[x](y).',
  );
});

it('UI-188 words of the labeling tool stay as they are', () => {
  const words = 'Call `__init__` - **twice**';
  expect(said(words, { feedback_id: null, turing_review_id: 4 })).toBe(`Rex · Rework · ${words}`);
});
