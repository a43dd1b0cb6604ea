import { closeBrackets } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { codeLook } from '../../ui/code-look';
import { useCodeEditor, type CodeEditorProps } from '../../ui/use-code-editor';

/** An editor for a JSON object. Tab leaves it, as in every other field. */
export default function JsonEditor({ label, ...props }: CodeEditorProps & { label: string }) {
  const { host } = useCodeEditor(props, label, editing);
  return <div ref={host} />;
}

const editing = () => [
  json(),
  // An empty field is null, which is not an error of the syntax.
  linter((editor) => (editor.state.doc.length === 0 ? [] : jsonParseLinter()(editor))),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  EditorView.lineWrapping,
  keymap.of([...defaultKeymap, ...historyKeymap]),
  codeLook,
];
