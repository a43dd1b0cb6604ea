import { forceLinting, setDiagnostics } from '@codemirror/lint';
import { Compartment } from '@codemirror/state';
import type { ReportingSchema } from '@portal/contracts/custom-stats';
import { useEffect, useRef } from 'react';
import { useCodeEditor, type CodeEditorProps } from '../../../ui/use-code-editor';
import { editing } from './sql-editing';
import { completion } from './sql-completion';
import { look } from './sql-look';
import { rangeOfError } from './sql-range';

/** An error at a position of the text, in UTF-16 units from 1. */
interface SqlProblem {
  readonly position: number;
  readonly text: string;
}

interface SqlEditorProps extends CodeEditorProps {
  /** Ctrl-Enter or Cmd-Enter. */
  onRun: () => void;
  problem: SqlProblem | undefined;
  /** Undefined until it is loaded; completion then offers keywords only. */
  schema: ReportingSchema | undefined;
}

/** An editor for SQL. */
export default function SqlEditor({ onRun, problem, schema, ...props }: SqlEditorProps) {
  const latestRun = useRef(onRun);
  const completing = useRef(new Compartment());
  const { host, view } = useCodeEditor(props, 'SQL query', () => [
    editing(() => latestRun.current()),
    look,
    completing.current.of([]),
  ]);

  useEffect(() => {
    latestRun.current = onRun;
  });

  useEffect(() => {
    view.current?.dispatch({ effects: completing.current.reconfigure(completion(schema)) });
  }, [view, schema]);

  const position = problem?.position;
  const text = problem?.text;
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const marks =
      position === undefined || text === undefined
        ? []
        : [
            {
              ...rangeOfError(editor.state.doc.toString(), position),
              severity: 'error' as const,
              message: text,
            },
          ];
    editor.dispatch(setDiagnostics(editor.state, marks));
    forceLinting(editor);
  }, [view, position, text]);

  return (
    <div
      ref={host}
      role="presentation"
      onKeyDown={(event) => {
        // Escape closes the completion, not the dialog around the editor.
        if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation();
      }}
    />
  );
}
