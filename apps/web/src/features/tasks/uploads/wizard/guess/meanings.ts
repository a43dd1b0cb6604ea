import { BATCH_STATUSES, TASK_STATUSES, VALIDATION_STATUSES } from '@portal/contracts/constants';

/** The fields with a list of values. */
export const VALUES_OF = {
  status: TASK_STATUSES,
  validation_status: VALIDATION_STATUSES,
  batch_status: BATCH_STATUSES,
  'review.status': TASK_STATUSES,
} as const;
export type ChoiceField = keyof typeof VALUES_OF;

const WORK: Readonly<Record<(typeof TASK_STATUSES)[number], string>> = {
  completed:
    'done complete finished closed resolved annotated labeled labelled true yes fixed fertig erledigt abgeschlossen',
  reviewed: 'approved approve accepted accept verified passed qadone geprueft geprüft',
  rework:
    'rejected reject returned sentback toredo revise revision needsrework needschanges changesrequested reopened redo failed abgelehnt nacharbeit zurück zurueck',
  pending:
    'todo open new backlog notstarted unassigned queued created ready triage unlabeled false no offen neu',
  in_progress: 'inprogress doing started active assigned wip working claimed inarbeit',
  ready_for_review:
    'review inreview readyforreview toreview submitted qa inqa awaitingreview pendingreview needsreview',
  delivered: 'shipped exported released sent geliefert',
};
const CHECKS: Readonly<Record<(typeof VALIDATION_STATUSES)[number], string>> = {
  passed: 'pass approved accepted valid ok yes true success successful bestanden',
  failed: 'fail rejected invalid no false error abgelehnt nichtbestanden',
  pending: 'open todo new waiting unknown offen',
};
const BATCHES: Readonly<Record<(typeof BATCH_STATUSES)[number], string>> = {
  ongoing: 'active open running inprogress started',
  completed: 'done complete finished closed',
  draft: 'new planned notstarted',
  paused: 'onhold hold',
  cancelled: 'canceled archived deleted',
};

const TABLES: Readonly<Record<ChoiceField, ReadonlyMap<string, string>>> = {
  status: tableOf(WORK),
  'review.status': tableOf(WORK),
  validation_status: tableOf(CHECKS),
  batch_status: tableOf(BATCHES),
};

/** The portal's value that a text of a file usually means; undefined if it is no usual one. */
export function usualMeaning(field: ChoiceField, text: string): string | undefined {
  return TABLES[field].get(plainOf(text));
}

/** Whether the text is a value of the portal as it stands. */
export function isKnownValue(field: ChoiceField, text: string): boolean {
  return VALUES_OF[field].some((known) => known === text);
}

function tableOf(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([value, texts]) =>
      [plainOf(value), ...texts.split(' ')].map((text) => [text, value] as const),
    ),
  );
}

function plainOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
}
