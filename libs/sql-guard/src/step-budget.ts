/** Counts the steps of a check; ends it when they are too many. */
export interface StepBudget {
  spend(steps: number): void;
}
