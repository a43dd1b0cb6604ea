import { forceLinting, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { ReportingSchema } from '@portal/contracts/custom-stats';
import { useEffect, useRef } from 'react';
import { editing } from './sql-editing';
import { completion } from './sql-completion';
import { look } from './sql-look';
import { rangeOfError } from './sql-range';

/** An error at a position of the text, in UTF-16 units from 1. */
interface SqlProblem {
  readonly position: number;
  readonly text: string;
}

interface SqlEditorProps {
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  /** Ctrl-Enter or Cmd-Enter. */
  onRun: () => void;
  problem: SqlProblem | undefined;
  /** Undefined until it is loaded; completion then offers keywords only. */
  schema: ReportingSchema | undefined;
  invalid: boolean;
  /** Id of the element that explains the field. */
  describedBy: string;
}

/** An editor for SQL. */
export default function SqlEditor(props: SqlEditorProps) {
  const { value, problem, schema, invalid, describedBy } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  const parts = useRef({ completion: new Compartment(), attributes: new Compartment() });

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!host.current) return;
    const created = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          editing(() => latest.current.onRun()),
          look,
          parts.current.completion.of([]),
          parts.current.attributes.of([]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
          EditorView.domEventHandlers({ blur: () => latest.current.onBlur() }),
        ],
      }),
    });
    view.current = created;
    return () => created.destroy();
  }, []);

  useEffect(() => {
    const effects = parts.current.completion.reconfigure(completion(schema));
    view.current?.dispatch({ effects });
  }, [schema]);

  useEffect(() => {
    const attributes = {
      'aria-label': 'SQL query',
      'aria-describedby': describedBy,
      'aria-invalid': String(invalid),
    };
    const effects = parts.current.attributes.reconfigure(
      EditorView.contentAttributes.of(attributes),
    );
    view.current?.dispatch({ effects });
  }, [invalid, describedBy]);

  // The form can also change the text.
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

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
  }, [position, text]);

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
