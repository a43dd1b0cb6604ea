import type { AuditAction, AuditRecord, ChangeGroup } from '@portal/contracts/audit';
import { entityLabel } from '@portal/contracts/entities';
import { formatCount } from '../../lib/format';
import { capitalised } from '../../lib/words';
import { referenceText } from './difference';
import { importEndOf, importText, importOfGroup } from './import-texts';

type Kinds = ChangeGroup['kinds'];

export const ACTIONS: Readonly<Record<AuditAction, string>> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
};

/**
 * A changed row: "pod 'Kestrel'", or 'task 12' if the record has no name. A role assignment also has
 * its project and its names, a permission of a role the permission.
 */
export function itemText(record: AuditRecord): string {
  const { entity, entity_id: id } = record;
  const values = { ...record.before, ...record.after };
  const total = values[`${entity.replace('task_', '')}s`];
  if (id === '*') {
    return typeof total === 'number' ? countOf(entity, total) : `many ${entityLabel(entity, 2)}`;
  }
  const name = nameOf(record);
  const word = wordOf(record);
  return (name === undefined ? `${word} ${id}` : `${word} '${name}'`) + assignment(record);
}

/** What the item is called. A preview and an undo are stored as imports. */
function wordOf({ entity, after }: AuditRecord): string {
  if (entity !== 'task_import') return entityLabel(entity);
  if (after?.['dry_run'] === true) return 'preview';
  return typeof after?.['undoes'] === 'string' ? 'undo' : entityLabel(entity);
}

/** The current name comes first, so that all changes of an item have the same name. */
function nameOf({ entity_name: name, before, after }: AuditRecord): string | undefined {
  const values = { ...before, ...after };
  return [name, ...NAMES.map((key) => values[key])].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
}

/** Whether the text of a change contains its values. */
export function namesValues(record: AuditRecord): boolean {
  return record.entity in ASSIGNED || importEndOf(record) !== undefined;
}

/** The project of a record; its id if the project is deleted. */
export function projectText({ project_id: id, labels }: AuditRecord): string {
  return labels['project_id']?.[String(id)] ?? `Project ${id}`;
}

/** A change in one line: "Changed pod 'Kestrel'" */
export function changeText(record: AuditRecord): string {
  const end = importEndOf(record);
  return end ? importText(end) : `${ACTIONS[record.action]} ${itemText(record)}`;
}

/**
 * A group in one line: 'Deleted 1 review and 4 pod members'. The only row of a kind has its name:
 * "Deleted pod 'Kestrel' and 4 pod members".
 */
export function groupText(group: ChangeGroup): string {
  const { kinds } = group;
  const end = importOfGroup(group);
  if (end) return importText(end);
  const only = onlyChangeOf(kinds);
  if (only) return changeText(only);
  const actions = [...new Set(kinds.map(({ newest }) => newest.action))];
  const parts = actions.flatMap((action) =>
    nounsOf(kinds.filter(({ newest }) => newest.action === action)).map((noun, index) =>
      index > 0 ? noun : `${ACTIONS[action].toLowerCase()} ${noun}`,
    ),
  );
  return capitalised(new Intl.ListFormat('en-US').format(parts));
}

/** The pod that a change is about, if it still was one after it; undefined for none. */
export function podOf({ entity, before, after }: AuditRecord): string | undefined {
  const name =
    entity === 'pod' ? after?.['name'] : OF_PODS.has(entity) && (after ?? before)?.['pod_name'];
  return typeof name === 'string' ? name : undefined;
}

const OF_PODS: ReadonlySet<string> = new Set(['pod_member', 'pod_weekly_target']);

/** The change, if there is only one. */
export function onlyChangeOf([first, ...others]: Kinds): AuditRecord | undefined {
  return others.length === 0 && first.count === 1 ? first.newest : undefined;
}

/** The rows by kind, those with names first. */
function nounsOf(kinds: readonly Kinds[number][]): string[] {
  const isNamed = ({ count, newest }: Kinds[number]) => count === 1 && hasName(newest);
  return [
    ...kinds.filter(isNamed).map(({ newest }) => itemText(newest)),
    ...kinds
      .filter((kind) => !isNamed(kind))
      .map(({ count, newest }) => countOf(newest.entity, count)),
  ];
}

/** Whether `itemText` is of use without its values. */
function hasName(record: AuditRecord): boolean {
  return !namesValues(record) && (record.entity_id === '*' || nameOf(record) !== undefined);
}

/** What a user or a role was given: ' in Lyrics: member → lead' */
function assignment(record: AuditRecord): string {
  const field = ASSIGNED[record.entity];
  if (field === undefined) return '';
  const names = [record.before, record.after].flatMap((values) => {
    const value = values?.[field];
    return value === undefined ? [] : [referenceText(record, field, value)];
  });
  const place = record.project_id === null ? '' : ` in ${projectText(record)}`;
  return place + (names.length > 0 ? `: ${names.join(' → ')}` : '');
}

const ASSIGNED: Readonly<Record<string, string>> = {
  user_role: 'role_id',
  role_permission: 'permission_id',
};

/** Fields with the name of a row, best first. */
const NAMES = ['email', 'name', 'user_email', 'title', 'file_name', 'turing_batch_name'];

function countOf(entity: string, count: number): string {
  return `${formatCount(count)} ${entityLabel(entity, count)}`;
}
