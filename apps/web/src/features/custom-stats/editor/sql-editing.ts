import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';

/**
 * Keys and behaviour of the editor. Tab leaves it, as in every other field.
 * @param run is called by Ctrl-Enter or Cmd-Enter
 */
export function editing(run: () => void): Extension {
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
