/** The words for each validation status, and the task status with the same colour. */
export const VALIDATIONS = [
  { status: 'passed', title: 'Passed', like: 'completed' },
  { status: 'pending', title: 'Pending', like: 'pending' },
  { status: 'failed', title: 'Failed', like: 'rework' },
  { status: 'none', title: 'Not validated', like: 'other' },
] as const;

/** The words for the validation status of a task; null if it has none. */
export function validationTitle(status: string | null): string {
  return VALIDATIONS.find((known) => known.status === (status ?? 'none'))?.title ?? String(status);
}
