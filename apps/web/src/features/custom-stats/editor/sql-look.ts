import type { Extension } from '@codemirror/state';
import {
  Decoration,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';
import { codeLook } from '../../../ui/code-look';

const placeholderMatcher = new MatchDecorator({
  regexp: /\{\{\s*project_id\s*\}\}/g,
  decoration: Decoration.mark({ class: 'cm-placeholder-name' }),
});

/** Highlights {{ project_id }}. */
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
export const look: Extension = [codeLook, placeholderHighlighting];
