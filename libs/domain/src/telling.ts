import type { ToldKind } from '@portal/contracts/notifications';
import { type DigestFacts, digestLines, digestLink, digestTitle, type ToldLine } from './digest.js';

/** What a notification is about, with the names of today. A name is null if it is gone or hidden. */
export interface ToldFacts {
  readonly kind: ToldKind;
  readonly things: number;
  readonly task_ids: readonly number[];
  /** Who did it; null for an import. */
  readonly by: string | null;
  readonly project: string | null;
  readonly import: ToldImport | null;
  readonly pods: ToldPods;
  readonly roles: ToldRoles;
  readonly alert: ToldAlert | null;
  /** Null if it is deleted, or something else is told. */
  readonly webhook: ToldWebhook | null;
  /** Of a digest; null for other kinds. */
  readonly digest: DigestFacts | null;
}

interface ToldWebhook {
  readonly project_id: number;
  readonly name: string;
  /** Null if it is enabled again. */
  readonly disabled_reason: string | null;
}

interface ToldImport {
  readonly id: string;
  /** Null after it was removed. */
  readonly file_name: string | null;
  /** The state that it is told of; null if something else is. */
  readonly state: string | null;
}

export interface ToldAlert {
  readonly id: number;
  readonly project_id: number;
  /** Null after it was deleted, or where the user may not see it any more. */
  readonly name: string | null;
  /** Why its owner is told; null if it was evaluated. */
  readonly problem: 'failing' | 'suspended' | 'channel' | null;
  /** Keys by what happened to them; without a key column there is one. */
  readonly fired: number;
  readonly still: number;
  readonly recovered: number;
  readonly lost: number;
  /** Changes of the project since the evaluation before, beside the named one. */
  readonly more: number;
  /** The first of them that are told of. */
  readonly keys: readonly string[];
}

type Names = readonly string[];

/** By what happened to them. */
export interface ToldPods {
  readonly targets: Names;
  readonly joined: Names;
  readonly changed: Names;
  readonly left: Names;
  /** Where the user is behind what is due. */
  readonly behind: Names;
  /** Where trainers of a lead are. */
  readonly led: Names;
}

export interface ToldRoles {
  readonly given: Names;
  readonly taken: Names;
}

/** Where a user chooses what goes out. */
export const CHOICES_PATH = '/notifications/choices';

export interface ToldWords {
  readonly text: string;
  readonly why: string;
  /** The path of the page that shows it. */
  readonly link: string;
  /** Of a digest; none for other kinds. */
  readonly lines: ToldLine[];
}

/** What inbox and messages say, in one place, so that they say the same. */
export function wordsOf(facts: ToldFacts): ToldWords {
  const lines = facts.digest ? digestLines(facts.digest) : [];
  return { text: textOf(facts), why: WHY[facts.kind], link: linkOf(facts), lines };
}

/** Ends "You are told because". */
const WHY: Readonly<Record<ToldKind, string>> = {
  came_back: 'You are told because the tasks are yours.',
  feedback: 'You are told because the task is yours.',
  claim_asked: 'You are told because you have claimed the task.',
  appeal: 'You are told because you sent the task back.',
  conflict: 'You are told because you made these changes in the portal.',
  target: 'You are told because you are a trainer of the pod.',
  role: 'You are told because it changes what you can do in the portal.',
  import: 'You are told because you uploaded the file.',
  behind: 'You are told because your pod has a weekly target.',
  webhook: 'You are told because you administer the project.',
  digest: 'You are told because you chose this digest.',
  alert: 'You are told because the alert names you, a role or a pod of yours, or is yours.',
  test: 'You are told because you asked for a test.',
};

function textOf(facts: ToldFacts): string {
  const { kind, things, project } = facts;
  const by = facts.by ?? 'Somebody';
  const within = project === null ? '' : ` in ${project}`;
  switch (kind) {
    case 'came_back':
      return `${tasksOf(facts, 'of yours')} came back for rework${within}${source(facts)}.`;
    case 'feedback':
      return `${by} wrote feedback on ${tasksOf(facts, 'of yours').replace(/^Task/, 'task')}${within}.`;
    case 'claim_asked':
      return `${by} asks you to let go of ${tasksOf(facts, 'that you claimed').replace(/^Task/, 'task')}${within}.`;
    case 'appeal':
      return `${by} appealed against your feedback on ${tasksOf(facts, 'that you sent back').replace(/^Task/, 'task')}${within}.`;
    case 'conflict':
      return `An import contradicts what you changed in ${things === 1 ? 'one task' : `${things} tasks`}${within}.`;
    case 'target':
      return `${by} set the weekly target of ${namesOf(facts.pods.targets, 'your pod')}.`;
    case 'role':
      return roleText(facts, by, within);
    case 'import':
      return importText(facts.import);
    case 'behind':
      return behindText(facts);
    case 'webhook':
      return webhookText(facts.webhook, within);
    case 'digest':
      return facts.digest ? digestTitle(facts.digest) : 'A digest.';
    case 'alert':
      return alertText(facts, within);
    case 'test':
      return testText(facts.alert, within);
  }
}

function tasksOf({ things, task_ids: [first] }: ToldFacts, whose: string): string {
  return things === 1 && first !== undefined ? `Task ${first}` : `${things} tasks ${whose}`;
}

function source({ by, import: file }: ToldFacts): string {
  if (by !== null) return `, from ${by}`;
  return file === null ? '' : ', by an import';
}

function roleText({ roles, pods }: ToldFacts, by: string, within: string): string {
  const parts = [
    roles.given.length > 0 && `gave you the role ${namesOf(roles.given)}${within}`,
    roles.taken.length > 0 && `took the role ${namesOf(roles.taken)} from you${within}`,
    pods.joined.length > 0 && `added you to ${namesOf(pods.joined)}`,
    pods.changed.length > 0 && `changed your role in ${namesOf(pods.changed)}`,
    pods.left.length > 0 && `removed you from ${namesOf(pods.left)}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return `${by} changed your roles${within}.`;
  return `${by} ${parts.join(', and ')}.`;
}

function importText(file: ToldImport | null): string {
  const name = file?.file_name ?? 'a file';
  if (file?.state === 'unconfirmed') return `The import of ${name} waits for your confirmation.`;
  if (file?.state === 'failed') return `The import of ${name} failed; nothing was imported.`;
  return `The import of ${name} has ended.`;
}

function behindText({ pods, things }: ToldFacts): string {
  if (pods.led.length === 0) {
    return `You are behind what is due this week in ${namesOf(pods.behind, 'your pod')}.`;
  }
  const who = things === 1 ? 'One trainer is' : `${things} trainers are`;
  return `${who} behind what is due this week in ${namesOf(pods.led)}.`;
}

function webhookText(webhook: ToldWebhook | null, within: string): string {
  const name = webhook === null ? 'A webhook' : `The webhook ${webhook.name}`;
  const why = webhook?.disabled_reason == null ? '' : `: ${webhook.disabled_reason}`;
  return `${name}${within} was disabled${why}.`;
}

function alertText({ alert, by, import: file }: ToldFacts, within: string): string {
  const name = alert?.name ?? null;
  const subject = `${name === null ? 'An alert' : `Alert "${name}"`}${within}`;
  if (alert?.problem === 'failing') return `${subject} has failed three times in a row.`;
  if (alert?.problem === 'channel') return `${subject} could not write to its Slack channel.`;
  if (alert?.problem === 'suspended') return `${subject} is suspended: it no longer fits.`;
  return `${subject} ${happened(alert)}${after(by, file, alert?.more ?? 0)}.`;
}

function testText(alert: ToldAlert | null, within: string): string {
  if (!alert) return 'This is a test: what the portal tells you arrives here.';
  return `This is a test of the alert "${alert.name ?? ''}"${within}: what it tells arrives here.`;
}

/** Without a key column there is one state, which has a verb. */
function happened(alert: ToldAlert | null): string {
  const { fired = 0, still = 0, recovered = 0, lost = 0, keys = [] } = alert ?? {};
  if (keys.length === 0 && fired + still + recovered + lost <= 1) {
    if (lost > 0) return 'has no data';
    return recovered > 0 ? 'has recovered' : 'fires';
  }
  const parts = [
    { count: fired, word: 'new' },
    { count: still, word: 'still' },
    { count: recovered, word: 'recovered' },
    { count: lost, word: 'without data' },
  ].flatMap(({ count, word }) => (count > 0 ? [`${count} ${word}`] : []));
  return `has ${parts.join(', ')}${keys.length > 0 ? ` (${keys.join(', ')})` : ''}`;
}

function after(by: string | null, file: ToldImport | null, more: number): string {
  if (!file && by === null) return '';
  const others =
    more === 0 ? '' : ` and ${more === 1 ? 'one more change' : `${more} more changes`}`;
  return `, after ${file ? `the import of ${file.file_name ?? 'a file'}` : `a change by ${by}`}${others}`;
}

function namesOf(names: Names, none = ''): string {
  return names.length === 0 ? none : names.join(' and ');
}

function linkOf({
  kind,
  things,
  task_ids: [first],
  import: file,
  pods,
  webhook,
  digest,
  alert,
}: ToldFacts): string {
  if (digest) return digestLink(digest);
  if (alert) return `/projects/${alert.project_id}/alerts?alert=${alert.id}`;
  if (kind === 'test') return CHOICES_PATH;
  if (kind === 'import' && file) return `/admin/tasks/${file.id}`;
  if (kind === 'webhook' && webhook) return `/admin/projects/${webhook.project_id}/webhooks`;
  if (kind === 'target') {
    const [pod] = pods.targets;
    return pod === undefined ? '/' : `/pods/${encodeURIComponent(pod)}/mine`;
  }
  if (kind === 'behind') {
    const [own] = pods.behind;
    const [led] = pods.led;
    if (led !== undefined) return `/pods/${encodeURIComponent(led)}/lead-dashboard`;
    return own === undefined ? '/' : `/pods/${encodeURIComponent(own)}/mine`;
  }
  // The first page lists the tasks that came back.
  if (first === undefined || (kind === 'came_back' && things > 1)) return '/';
  return `/?task=${first}`;
}
