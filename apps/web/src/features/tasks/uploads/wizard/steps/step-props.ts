import type { FileFacts } from '../facts';
import type { Answers, Plan } from '../plan';

/** What each step of the wizard gets. */
export interface StepProps {
  readonly file: File;
  readonly plan: Plan;
  readonly answers: Answers;
  /** Undefined while the file is read. */
  readonly facts: FileFacts | undefined;
  readonly onChange: (change: Partial<Answers>) => void;
}
