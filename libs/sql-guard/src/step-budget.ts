/** Counts the steps of a check and stops it when there are too many. */
export interface StepBudget {
  spend(steps: number): void;
}
