import type { ProjectInventory } from '@portal/contracts/projects';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { newItem, paths } from '../../lib/paths';
import type { May } from '../../session/permissions';

/** A step of the set-up of a project: done when what it makes is there. */
export interface SetupStep {
  readonly title: string;
  readonly detail: string;
  readonly done: boolean;
  readonly action: string;
  readonly to: string;
}

/**
 * The steps from a project to its first board, as far as the user may take them. Each is read from what
 * is there, so what is deleted is a step again.
 * @param hasProject whether the user sees a project beside project 0
 */
export function setupSteps(
  projectId: number,
  hasProject: boolean,
  has: ProjectInventory,
  may: May,
): readonly SetupStep[] {
  const onboards = may(['user-manage']);
  const steps: readonly (SetupStep & { mayTake: boolean })[] = [
    {
      title: 'Create a project',
      detail: 'It contains batches of tasks, people, pods and statistics.',
      done: hasProject,
      action: 'Create project',
      to: newItem(paths.adminProjects),
      mayTake: may(['project-manage'], true),
    },
    {
      title: 'Import its tasks',
      detail: 'A CSV or JSON file from your labeling tool fills the dashboards.',
      done: has.tasks > 0,
      action: 'Import tasks',
      to: paths.adminTasks,
      mayTake: may(['data-upload']),
    },
    {
      title: 'Add people',
      detail: 'Paste a list of addresses. Each person can then sign in and sees the project.',
      done: has.people > 0,
      action: 'Add people',
      to: onboards ? paths.adminOnboarding : paths.adminProject(projectId),
      mayTake:
        onboards || (projectId !== ALL_PROJECTS_ID && may(['project-manage', 'project-admin'])),
    },
    {
      title: 'Create a pod',
      detail: 'A pod is a team of the project: a lead, reviewers and trainers.',
      done: has.pods > 0,
      action: 'Create pod',
      to: newItem(paths.adminPods),
      mayTake: may(['pod-manage']),
    },
    {
      title: 'Set a weekly target',
      detail: 'The board of the pod then shows who does enough, and who needs help.',
      done: has.weekly_targets > 0,
      action: 'Set target',
      to: has.pod_without_target === null ? paths.adminPods : paths.podLead(has.pod_without_target),
      mayTake: may(['pod-targets-manage']),
    },
    {
      title: 'Add a statistic',
      detail: 'A number of your own, from an example or from an SQL query.',
      done: has.custom_stats > 0,
      action: 'Add statistic',
      to: newItem(paths.customStats),
      mayTake: may(['admin-view', 'project-admin']),
    },
  ];
  return steps.flatMap(({ mayTake, ...step }) => (mayTake || step.done ? [step] : []));
}
