import { BATCH_STATUSES, VALIDATION_STATUSES } from '@portal/contracts/constants';
import { isLink, LINK_RULE } from '@portal/contracts/links';
import { emailSchema } from '@portal/contracts/scalars';
import {
  batchNameSchema,
  isNothing,
  NOTHING_RULE,
  TASK_FILE_LIMITS,
  TASK_STATUS_PATTERN,
  taskTextSchema,
} from '@portal/contracts/task-file';
import type { Report } from '../task-row.js';
import { readInstant } from './instants.js';
import { memoize } from './memoize.js';

/**
 * The rules for single values. Each takes a value of the file and returns the value to store. It calls
 * `report` for an invalid value, and the result is then ignored. A missing value is the same as null.
 */
export class ScalarRules {
  readonly #latestMs: number;

  constructor(
    nowMs: number,
    private readonly report: Report,
  ) {
    this.#latestMs = nowMs + TASK_FILE_LIMITS.maxAheadMs;
  }

  id(field: string, value: unknown): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
    this.report(field, `${missing(value)}must be an integer from 1 to ${TASK_FILE_LIMITS.maxId}`);
    return 0;
  }

  projectId(field: string, value: unknown): number | null {
    if (value === undefined || value === null) return null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_KEY) {
      return value;
    }
    this.report(field, `must be an integer from 1 to ${MAX_KEY}, or null`);
    return null;
  }

  email(field: string, value: unknown): string | null {
    if (value === undefined || value === null) return null;
    const email = typeof value === 'string' ? knownEmail(value) : '';
    if (email === '') this.report(field, 'must be an email or null');
    return email;
  }

  status(field: string, value: unknown): string {
    const problem = typeof value === 'string' ? knownStatus(value) : STATUS_RULE;
    if (typeof value === 'string' && problem === '') return value;
    this.report(field, `${missing(value)}${problem}`);
    return '';
  }

  instant(field: string, value: unknown): string | null {
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') {
      this.report(field, 'must be text with a date and time, or null');
      return null;
    }
    const instant = readInstant(value, this.#latestMs);
    if ('text' in instant) return instant.text;
    this.report(field, instant.reason);
    return null;
  }

  /** A short text: without blanks around it, in NFC; blanks alone are stored as null. */
  shortText(field: string, value: unknown): string | null {
    const max = TASK_FILE_LIMITS.maxText;
    if (typeof value !== 'string') return this.text(field, value, max);
    if (isPlain(value) && value.length <= max && !isNothing(value)) return value || null;
    const { text, problem } = knownText(value);
    if (problem !== undefined) this.report(field, problem);
    return text;
  }

  /** Short texts, each once; an empty list is stored as null. */
  shortTexts(field: string, value: unknown, max: number): string[] | null {
    if (value === undefined || value === null) return null;
    if (!Array.isArray(value) || value.length > max) {
      this.report(field, `must be a list of at most ${max} texts, or null`);
      return null;
    }
    const texts = new Set<string>();
    for (const [index, item] of (value as unknown[]).entries()) {
      const path = `${field}/${index}`;
      const text = this.shortText(path, item);
      if (text !== null) texts.add(text);
      else if (isBlank(item)) this.report(path, 'must not be empty');
    }
    return texts.size === 0 ? null : [...texts];
  }

  /** '' is stored as null. */
  text(field: string, value: unknown, max: number): string | null {
    if (value === undefined || value === null || value === '') return null;
    if (typeof value === 'string' && value.length <= max) return value;
    this.report(field, `must be text of at most ${max} characters, or null`);
    return null;
  }

  /** Blanks alone are stored as null, like ''. */
  batchName(field: string, value: unknown): string | null {
    const max = TASK_FILE_LIMITS.maxText;
    if (typeof value !== 'string') return this.text(field, value, max);
    if (isNothing(value.trim())) this.report(field, NOTHING_RULE);
    if (isPlain(value)) return this.text(field, value, max);
    const name = knownBatchName(value);
    if (name === '') {
      this.report(field, `must have a visible character, at most ${max} in all, or be null`);
    }
    return name;
  }

  batchStatus(field: string, value: unknown): string | null {
    return this.#oneOf(field, value, BATCH_STATUSES);
  }

  validationStatus(field: string, value: unknown): string | null {
    return this.#oneOf(field, value, VALIDATION_STATUSES);
  }

  link(field: string, value: unknown): string | null {
    if (value === undefined || value === null) return null;
    const text = typeof value === 'string' ? value.trim() : '';
    if (isLink(text)) return text;
    this.report(field, `${LINK_RULE}, or be null`);
    return null;
  }

  turns(field: string, value: unknown): number {
    if (value === undefined) return 0;
    const max = TASK_FILE_LIMITS.maxTurns;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) {
      return value;
    }
    this.report(field, `must be an integer from 0 to ${max}`);
    return 0;
  }

  number(field: string, value: unknown, min: number, max: number): number | null {
    if (value === undefined || value === null) return null;
    if (typeof value === 'number' && value >= min && value <= max) return value;
    this.report(field, `must be a number from ${min} to ${max}, or null`);
    return null;
  }

  #oneOf(field: string, value: unknown, known: readonly string[]): string | null {
    if (value === undefined || value === null) return null;
    if (typeof value === 'string' && known.includes(value)) return value;
    this.report(field, `must be one of ${known.join(', ')}, or null`);
    return null;
  }
}

function missing(value: unknown): string {
  return value === undefined ? 'is missing; ' : '';
}

/** The largest id of the portal. */
const MAX_KEY = 2_147_483_647;
const STATUS_RULE = 'must be 1 to 64 of a-z, 0-9 and _, beginning with a letter';

/** '' if the text is no email. */
const knownEmail = memoize((text) => emailSchema.safeParse(text).data ?? '');

/** What is wrong with the text as a status; '' if nothing is. */
const knownStatus = memoize((text) => {
  if (!TASK_STATUS_PATTERN.test(text)) return STATUS_RULE;
  return isNothing(text) ? NOTHING_RULE : '';
});

const knownText = memoize((text) => {
  const read = taskTextSchema.safeParse(text);
  if (read.success) return { text: read.data, problem: undefined };
  const problem = isNothing(text.trim())
    ? NOTHING_RULE
    : `must be text of at most ${TASK_FILE_LIMITS.maxText} characters, or null`;
  return { text: null, problem };
});

/** '' if the text is not a valid name. */
const knownBatchName = memoize((text) => {
  const name = batchNameSchema.safeParse(text);
  return name.success ? name.data : '';
});

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

const BLANK = 0x20;
const LAST_OF_ASCII = 0x7e;

/** Whether a text is printable ASCII and trimmed, so that it is stored as it is. A loop, for speed. */
function isPlain(text: string): boolean {
  const last = text.length - 1;
  if (text.charCodeAt(0) === BLANK || text.charCodeAt(last) === BLANK) return false;
  for (let at = 0; at <= last; at++) {
    const unit = text.charCodeAt(at);
    if (unit < BLANK || unit > LAST_OF_ASCII) return false;
  }
  return true;
}
