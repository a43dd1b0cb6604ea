import type { WorkNumber } from '@portal/contracts/constants';
import type { DigestPeriod } from '@portal/contracts/digests';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import { getISODay } from 'date-fns/getISODay';
import { parseISO } from 'date-fns/parseISO';
import { type Days, dayOf, daysBefore } from './periods.js';
import { inZone } from './zones.js';
import { DAILY_AT, QUIET_FROM } from './telling-times.js';

/** Whose work a digest tells of. */
export type DigestScope = 'project' | 'pod' | 'person';

/** A number of a digest, and the same of the period before; null for a number of now. */
export interface DigestNumber {
  readonly number: WorkNumber;
  readonly count: number;
  readonly before: number | null;
}

/** What a digest says, with the names of today. */
export interface DigestFacts extends Days {
  readonly scope: DigestScope;
  readonly every: DigestPeriod;
  readonly project_id: number | null;
  /** Null if the user has left it. */
  readonly project: string | null;
  /** Null unless it is of a pod, and if that is gone. */
  readonly pod: string | null;
  readonly email: string;
  readonly numbers: readonly DigestNumber[];
  /** Pods with trainers who are behind what is due, and how many. */
  readonly behind: readonly { readonly pod: string; readonly count: number }[];
  /** Imports that ended in the period. */
  readonly imports: readonly DigestImport[];
}

export interface DigestImport {
  readonly id: string;
  readonly file_name: string | null;
  readonly inserted: number;
  readonly updated: number;
}

/** One line of a message, and the path of the page that shows what it says. */
export interface ToldLine {
  readonly text: string;
  readonly link: string;
}

/** Numbers that are counted over the period; the others are of now. */
const OF_PERIOD: readonly WorkNumber[] = ['completed_in_period', 'reviews_in_period'];
export const isOfPeriod = (number: WorkNumber): boolean => OF_PERIOD.includes(number);

/** In this order. */
export const NUMBERS_OF: Readonly<Record<DigestScope, readonly WorkNumber[]>> = {
  project: ['completed_in_period', 'reviews_in_period', 'waiting_for_review', 'stuck'],
  pod: ['completed_in_period', 'reviews_in_period', 'waiting_for_review', 'stuck'],
  person: ['completed_in_period', 'rework_of_user'],
};

/**
 * The last days that are over in the reporting zone.
 * @returns null outside of the hours of the user at which digests go out
 */
export function digestDays(
  every: DigestPeriod,
  now: Date,
  { userZone, reportingZone }: { readonly userZone: string; readonly reportingZone: string },
): Days | null {
  const hour = inZone(now.getTime(), userZone).getHours();
  if (hour < DAILY_AT || hour >= QUIET_FROM) return null;
  const today = dayOf(now, reportingZone);
  const last =
    every === 'day' ? daysBefore(today, 1) : daysBefore(today, getISODay(parseISO(today)));
  return { first: every === 'day' ? last : daysBefore(last, 6), last };
}

/** As many days, before them. */
export function daysBeforeThem({ first, last }: Days): Days {
  const length =
    Math.round((parseISO(last).getTime() - parseISO(first).getTime()) / 86_400_000) + 1;
  return { first: daysBefore(first, length), last: daysBefore(first, 1) };
}

/** The heading: whose work, and which days. */
export function digestTitle(facts: DigestFacts): string {
  const days =
    facts.every === 'day'
      ? dayWords(facts.last)
      : `${dayWords(facts.first)} to ${dayWords(facts.last)}`;
  return `Digest of ${subjectOf(facts)}: ${days}`;
}

/** A line for each number, for those who are behind and for each import; each with its page. */
export function digestLines(facts: DigestFacts): ToldLine[] {
  return [
    ...facts.numbers.map((number) => ({
      text: numberWords(facts, number),
      link: numberLink(facts, number.number),
    })),
    ...facts.behind.map(({ pod, count }) => ({
      text: `${count === 1 ? 'one trainer' : `${count} trainers`} of ${pod} behind what was due`,
      link: `/pods/${encodeURIComponent(pod)}/lead-dashboard`,
    })),
    ...facts.imports.map(({ id, file_name: name, inserted, updated }) => ({
      text: `import of ${name ?? 'a file'}: ${withCommas(inserted)} new, ${withCommas(updated)} changed`,
      link: `/admin/tasks/${id}`,
    })),
  ];
}

/** The page of the digest. */
export function digestLink({ scope, pod, project_id: project, email }: DigestFacts): string {
  if (scope === 'person') return `/trainer-stats/${encodeURIComponent(email)}`;
  if (scope === 'project') return `/projects/${project}/dashboard`;
  return pod === null ? '/' : `/pods/${encodeURIComponent(pod)}/lead-dashboard`;
}

function subjectOf({ scope, pod, project }: DigestFacts): string {
  if (scope === 'person') return 'your work';
  return (scope === 'pod' ? pod : project) ?? 'a project that you have left';
}

const WORDS: Readonly<Partial<Record<WorkNumber, readonly [one: string, many: string]>>> = {
  completed_in_period: ['task completed', 'tasks completed'],
  reviews_in_period: ['review', 'reviews'],
  waiting_for_review: ['task waits for a review', 'tasks wait for a review'],
  stuck: ['task is stuck', 'tasks are stuck'],
  rework_of_user: ['task to rework', 'tasks to rework'],
};

function numberWords({ every }: DigestFacts, told: DigestNumber): string {
  const [one, many] = WORDS[told.number] ?? [told.number, told.number];
  const words = `${withCommas(told.count)} ${told.count === 1 ? one : many}`;
  return told.before === null ? words : `${words} (${withCommas(told.before)} the ${every} before)`;
}

/** The page with the tasks of the number open, as its dialog has them in the URL. */
function numberLink(facts: DigestFacts, number: WorkNumber): string {
  const tasks = new URLSearchParams({ tasks: number });
  if (isOfPeriod(number)) {
    tasks.set('tasks_first', facts.first);
    tasks.set('tasks_last', facts.last);
  }
  if (facts.scope === 'person') tasks.set('tasks_user', facts.email);
  if (facts.scope === 'pod' && facts.pod !== null) tasks.set('tasks_pod', facts.pod);
  if (facts.scope !== 'project') return `${digestLink(facts)}?${tasks}`;
  return `/analytics-home?project=${facts.project_id}&${tasks}`;
}

const withCommas = (count: number): string => count.toLocaleString('en-US');

const dayWords = (day: string): string => format(parseISO(day), 'EEE, d MMM');

/** The week whose targets say who was behind in the period: that of its last day. @returns its Monday */
export function mondayOf({ last }: Days): string {
  return format(addDays(parseISO(last), 1 - getISODay(parseISO(last))), 'yyyy-MM-dd');
}
