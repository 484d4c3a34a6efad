// Gherkin editor: CodeMirror with completion from the step library and inline problems. Loaded when first shown.
import { autocompletion, type CompletionContext, completionKeymap, snippetCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { defaultHighlightStyle, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { gherkin } from "@codemirror/legacy-modes/mode/gherkin";
import { type Diagnostic, linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { AppGherkinCheck, AppSteps } from "../../../../api/endpoints/answers/app/functional.ts";
import { truncate } from "../../../../domain/text.ts";
import { KEYWORDS, keywordBefore, rangeOf, snippetOf, stepBefore } from "./gherkinText.ts";

export type EditorOptions = {
  place: HTMLElement;
  text: string;
  readOnly: boolean;
  steps: () => Promise<AppSteps["steps"]>;
  /** null if the text could not be checked. */
  check: (text: string) => Promise<AppGherkinCheck | null>;
  onChange: (text: string) => void;
  onSave: () => void;
};
export type Editor = { goTo: (line: number) => void; destroy: () => void };

const CHECK_DELAY_MS = 450;

/** Colors of the dashboard in place of the default highlight style, so that both themes are readable. */
const COLOURS: Record<string, string> = {
  "#708": "var(--accent)",
  "#219": "var(--info)",
  "#164": "var(--warn)",
  "#a11": "var(--good)",
  "#e40": "var(--warn)",
  "#085": "var(--info)",
  "#940": "var(--text-3)",
  "#404740": "var(--text-3)",
  "#f00": "var(--bad)",
};
const colours = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ textDecoration: _, ...spec }) => ({
    ...spec,
    ...(spec.color ? { color: COLOURS[spec.color] ?? "inherit" } : {}),
  })),
);

const theme = EditorView.theme({
  // The padding keeps the focus outline clear of the gutter.
  "&": { padding: "2px", fontSize: "13.5px", backgroundColor: "var(--surface)", color: "var(--text)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", minHeight: "340px", maxHeight: "68vh" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--text-3)", border: "0" },
  ".cm-activeLine": { backgroundColor: "var(--surface-2)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-soft)",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    boxShadow: "var(--shadow-2)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxWidth: "min(640px, 80vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "4px 8px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-completionDetail": { fontFamily: "var(--sans)", fontStyle: "normal", opacity: "0.85" },
  ".cm-completionInfo": { fontFamily: "var(--sans)", padding: "8px 10px", maxWidth: "320px" },
  ".cm-snippetField": { backgroundColor: "var(--warn-soft)" },
  ".cm-diagnostic": { fontFamily: "var(--sans)", padding: "6px 10px" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
    borderRadius: "var(--radius-s)",
    padding: "2px 8px",
    margin: "4px 6px 0 0",
  },
});

/** Maps problems to diagnostics: marks in the text, with a button for each suggested sentence. */
function diagnosticsOf(text: string, problems: AppGherkinCheck["problems"]): Diagnostic[] {
  return problems.map((problem) => ({
    ...rangeOf(text, problem),
    severity: problem.severity,
    message: problem.message,
    actions: problem.suggestions.map((sentence) => ({
      name: truncate(sentence, 80),
      apply: (view: EditorView, from: number) => takeSentence(view, from, sentence),
    })),
  }));
}

function takeSentence(view: EditorView, at: number, sentence: string): void {
  const line = view.state.doc.lineAt(at);
  const step = stepBefore(line.text);
  if (step) view.dispatch({ changes: { from: line.from + step.from, to: line.to, insert: sentence } });
}

const completions = (steps: EditorOptions["steps"]) => async (context: CompletionContext) => {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const step = stepBefore(before);
  if (step) {
    const options = (await steps()).map(({ pattern, description, params, uses }) =>
      snippetCompletion(snippetOf(pattern, params), {
        label: pattern,
        info: description || undefined,
        detail: uses > 0 ? `used by ${uses}` : undefined,
        boost: Math.min(uses, 20),
      }),
    );
    return { from: line.from + step.from, options, validFor: /^[^"]*$/ };
  }
  const keyword = keywordBefore(before);
  if (!keyword || (keyword.word === "" && !context.explicit)) return null;
  return {
    from: line.from + keyword.from,
    options: KEYWORDS.map((label) => ({ label, type: "keyword" })),
    validFor: /^[A-Za-z ]*$/,
  };
};

/**
 * Handles typing over a selection here. Chromium would otherwise preserve the replaced text's look with inline styles, which the page's
 * Content-Security-Policy blocks with an error. Input method composition cannot be prevented.
 */
const replaceSelected = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || event.isComposing || view.state.selection.main.empty) return false;
    event.preventDefault();
    if (!view.state.readOnly)
      view.dispatch(view.state.replaceSelection(event.data ?? ""), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

/**
 * Creates the editor in a shadow root, where its styles are adopted stylesheets, which the page's Content-Security-Policy allows. Plain
 * keys stay inside; those with Ctrl or ⌘ reach the page's commands.
 */
export function createEditor({ place, text, readOnly, steps, check, onChange, onSave }: EditorOptions): Editor {
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  const keepKeys = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
  };
  place.addEventListener("keydown", keepKeys);
  const save = () => {
    onSave();
    return true;
  };
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        replaceSelected,
        highlightActiveLine(),
        StreamLanguage.define(gherkin),
        syntaxHighlighting(colours),
        theme,
        EditorView.lineWrapping,
        EditorState.readOnly.of(readOnly),
        EditorView.contentAttributes.of({ "aria-label": "Gherkin of the feature" }),
        autocompletion({ override: [completions(steps)], icons: false }),
        lintGutter(),
        linter(
          async ({ state }) => {
            const checked = state.doc.toString();
            const found = await check(checked);
            return found ? diagnosticsOf(checked, found.problems) : [];
          },
          { delay: CHECK_DELAY_MS },
        ),
        keymap.of([
          { key: "Mod-s", run: save, preventDefault: true },
          ...completionKeymap,
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    goTo(line) {
      const at = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      view.dispatch({ selection: { anchor: at.to }, effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
      view.focus();
    },
    destroy() {
      place.removeEventListener("keydown", keepKeys);
      view.destroy();
    },
  };
}
