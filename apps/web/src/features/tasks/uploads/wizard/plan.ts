import type { FileFormat, FormatSettings } from '@portal/contracts/file-formats';
import type { EmptyCells } from '@portal/contracts/task-file';
import type { Surroundings } from './guess/guess-settings';
import type { Sample } from './read/sample';

/** How a file is sent: as it stands, by a format of a project, or with answers about it. */
export type SendAs =
  | { readonly kind: 'plain'; readonly empty: EmptyCells }
  | { readonly kind: 'format'; readonly format: FileFormat }
  | Answers;

/** What somebody has said about a file in the wizard. */
export interface Answers {
  readonly kind: 'answers';
  readonly settings: FormatSettings;
  /** The format that the answers change; null for none. */
  readonly base: FileFormat | null;
  /** Whether somebody has chosen the form of the instants, which the file alone does not say. */
  readonly hasChosenInstants: boolean;
  /** The name under which the answers are kept; '' for none. */
  readonly name: string;
}

/** What is known of a chosen file. */
export interface Plan {
  readonly sample: Sample;
  readonly around: Surroundings;
  /** Whether its columns have the portal's own names. */
  readonly isPlain: boolean;
  /** Saved formats with these columns, the likeliest first. */
  readonly fitting: readonly FileFormat[];
  readonly send: SendAs;
}
