import { reporting } from './reporting/views.js';
import { accessChanges } from './schema/access-changes.js';
import { access } from './schema/access.js';
import { aggregates } from './schema/aggregates/aggregates.js';
import { archive } from './schema/archive.js';
import { audit } from './schema/audit.js';
import { fileFormats } from './schema/file-formats.js';
import { lastAdmin } from './schema/last-admin.js';
import { recordChanges } from './schema/record-changes.js';
import { searchText } from './schema/search-text.js';
import { taskFeedback } from './schema/task-feedback.js';
import { taskHistory } from './schema/task-history.js';
import { telling } from './schema/telling/telling.js';
import { taskRounds } from './schema/task-rounds.js';

const KINDS = ['FUNCTION', 'VIEW', 'TRIGGER', 'CONSTRAINT TRIGGER'] as const;

/** A function, a view or a trigger. */
export interface CodeObject {
  /** As DROP names it: `FUNCTION core.is_done(text)`, `TRIGGER stamp ON core.task`. */
  readonly name: string;
  readonly kind: (typeof KINDS)[number];
  /** The statements that create it and its comment. */
  readonly text: string;
}

/** Today's code of the database by subject. An object uses only earlier ones. */
export const CODE: readonly CodeObject[] = [
  aggregates,
  access,
  audit,
  accessChanges,
  lastAdmin,
  archive,
  taskHistory,
  taskFeedback,
  taskRounds,
  fileFormats,
  telling,
  recordChanges,
  searchText,
  reporting,
].flatMap(objectsOf);

/**
 * The objects that a text creates. Each begins at the start of a line.
 * @throws {Error} if the text creates anything else
 */
export function objectsOf(text: string): CodeObject[] {
  return text
    .split(/^(?=CREATE )/m)
    .filter((part) => part.replaceAll(/^--.*$/gm, '').trim() !== '')
    .map((part) => {
      const kind = KINDS.find((known) => part.startsWith(`CREATE ${known} `));
      const name = kind && nameOf(kind, part.slice(`CREATE ${kind} `.length));
      if (!kind || !name) throw new Error(`Tables and rows belong to a migration: ${part}`);
      return { name, kind, text: part.trim() };
    });
}

function nameOf(kind: CodeObject['kind'], rest: string): string | undefined {
  if (kind === 'VIEW') return `VIEW ${/^\S+/.exec(rest)?.[0]}`;
  if (kind === 'FUNCTION') {
    const [, name, parameters = ''] = /^(\S+)\(([^)]*)\)/.exec(rest) ?? [];
    return name && `FUNCTION ${name}(${typesOf(parameters)})`;
  }
  const [, trigger, table] = /^(\w+)\s[^]*?\sON ([\w.]+)\s/.exec(rest) ?? [];
  return trigger && `TRIGGER ${trigger} ON ${table}`;
}

/** `task bigint, change xid8` has the types `bigint, xid8`. */
function typesOf(parameters: string): string {
  return parameters
    .split(',')
    .map((parameter) => parameter.trim().replace(/^\w+\s+/, ''))
    .join(', ');
}
