import type { ListMeta } from '@portal/contracts/lists';

interface Reason {
  /** What the items are, or where they come from. */
  readonly what: string;
  /** For users who may create one. */
  readonly creator?: string;
  /** For all others. */
  readonly reader?: string;
}

/** By the path of the list. */
const REASONS = new Map<string, Reason>([
  [
    '/projects/list/',
    {
      what: 'A project contains batches of tasks, people, pods and statistics.',
      reader: 'An administrator of the portal creates projects.',
    },
  ],
  [
    '/pods/',
    {
      what: 'A pod is a team of one project: a lead, reviewers and trainers.',
      creator: 'Create the first one; its page then asks for its people.',
      reader: 'The administrators of the project create pods.',
    },
  ],
  [
    '/pod-members/',
    {
      what: 'Here are the people of all pods.',
      creator: 'Create a pod first, then add its people.',
      reader: 'The lead of a pod adds them.',
    },
  ],
  [
    '/pod-weekly-targets/',
    {
      what: 'A weekly target says how much each trainer of a pod should do in a week.',
      creator: 'Create the first one here or on the board of the pod.',
      reader: 'The lead of a pod sets it.',
    },
  ],
  [
    '/review-reasons/',
    {
      what: 'A reason says why a task is sent back. Reviewers choose from the reasons of the project.',
      creator: 'Create the first one.',
      reader: 'The administrators of the project create them.',
    },
  ],
  [
    '/auth/users/',
    {
      what: 'People are here as soon as they are onboarded or sign in.',
      reader: 'An administrator of the portal adds them.',
    },
  ],
  [
    '/tasks/tasks-crud/',
    {
      what: 'Tasks come from the files of your labeling tool.',
      creator: "Import the first one in the tab 'Uploads'.",
      reader: 'The administrators of the project import them.',
    },
  ],
]);

/** Why a list without search and filters is empty, and what fills it; undefined if there is nothing to say. */
export function whyEmpty({ base, operations }: Pick<ListMeta, 'base' | 'operations'>) {
  const reason = REASONS.get(base);
  if (!reason) return undefined;
  const next = operations.includes('create') ? reason.creator : reason.reader;
  return next === undefined ? reason.what : `${reason.what} ${next}`;
}
