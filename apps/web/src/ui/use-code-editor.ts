import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef, type RefObject } from 'react';

export interface CodeEditorProps {
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  invalid: boolean;
  /** Id of the element that explains the field. */
  describedBy: string;
}

interface CodeEditor {
  /** The element that the editor is in. */
  readonly host: RefObject<HTMLDivElement | null>;
  readonly view: RefObject<EditorView | undefined>;
}

/**
 * An editor for code as a field of a form.
 * @param label its accessible name
 * @param extensions what is particular to its language; read once
 */
export function useCodeEditor(
  props: CodeEditorProps,
  label: string,
  extensions: () => Extension,
): CodeEditor {
  const { value, invalid, describedBy } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ ...props, extensions });
  const attributes = useRef(new Compartment());

  useEffect(() => {
    latest.current = { ...props, extensions };
  });

  useEffect(() => {
    if (!host.current) return;
    const created = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          latest.current.extensions(),
          attributes.current.of([]),
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
    const named = EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': String(invalid),
    });
    view.current?.dispatch({ effects: attributes.current.reconfigure(named) });
  }, [label, describedBy, invalid]);

  // The form can also change the text.
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return { host, view };
}
