import { forceLinting, setDiagnostics } from '@codemirror/lint';
import { Compartment, type Extension, Prec } from '@codemirror/state';
import type { ReportingSchema } from '@portal/contracts/custom-stats';
import { useEffect, useRef } from 'react';
import {
  Decoration,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  EditorView,
  type ViewUpdate,
  drawSelection,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { type CodeEditorProps, useCodeEditor } from '../../../ui/use-code-editor';
import { PLACEHOLDER } from './placeholders';
import { completion } from './sql-completion';
import { codeLook } from '../../../ui/code-look';

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

/**
 * What an error underlines: the word at its position, or one character.
 * @param position in UTF-16 units from 1; the one after the last character means the end
 */
export function rangeOfError(text: string, position: number): { from: number; to: number } {
  const from = Math.min(Math.max(0, position - 1), text.length);
  const word = /^[\w$]+/.exec(text.slice(from))?.[0] ?? '';
  const to = Math.min(text.length, from + Math.max(1, word.length));
  // At the end of the text there is nothing after it to underline.
  return { from: from === to ? Math.max(0, from - 1) : from, to };
}

const placeholderMatcher = new MatchDecorator({
  regexp: PLACEHOLDER,
  decoration: Decoration.mark({ class: 'cm-placeholder-name' }),
});

/** Highlights placeholders. */
const placeholderHighlighting = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = placeholderMatcher.createDeco(view);
    }
    update(update: ViewUpdate): void {
      this.decorations = placeholderMatcher.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Colours of the SQL editor. */
const look: Extension = [codeLook, placeholderHighlighting];

/**
 * Keys and behaviour of the editor. Tab leaves it, as in every other field.
 * @param run is called by Ctrl-Enter or Cmd-Enter
 */
function editing(run: () => void): Extension {
  const runKey = {
    key: 'Mod-Enter',
    run: () => {
      run();
      return true;
    },
  };
  return [
    // Otherwise Mod-Enter inserts a line.
    Prec.highest(keymap.of([runKey])),
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ icons: false }),
    EditorView.lineWrapping,
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
  ];
}
