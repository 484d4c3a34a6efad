// The stabilisers' helpers inside the page. The source is sent, so it uses nothing from outside itself.
import type { PageTools } from "./stabiliser.ts";

export type ToolSettings = Pick<PageTools, "selector" | "fullPage" | "hasSteps" | "maxHeight" | "holdsImages">;

/** Limits the number of elements: 100,000 would take seconds in each stabiliser. */
export const pageTools = (settings: ToolSettings): Omit<PageTools, "boundMs"> => {
  const MAX_ELEMENTS = 50_000;
  type Root = Document | ShadowRoot;

  const framesOf = (document: Document): Document[] => {
    const found: Document[] = [document];
    for (const frame of document.querySelectorAll("iframe,frame")) {
      try {
        const inner = (frame as HTMLIFrameElement).contentDocument;
        if (inner?.defaultView) found.push(...framesOf(inner));
      } catch {
        // Cross-origin.
      }
    }
    return found;
  };
  const documents = framesOf(document);

  let known: Element[] | undefined;
  const shadows: ShadowRoot[] = [];
  const walk = (root: Root, into: Element[]): void => {
    for (const element of root.querySelectorAll("*")) {
      if (into.length >= MAX_ELEMENTS) return;
      into.push(element);
      if (element.shadowRoot) {
        shadows.push(element.shadowRoot);
        walk(element.shadowRoot, into);
      }
    }
  };
  const elements = (): Element[] => {
    if (known === undefined) {
      known = [];
      shadows.length = 0;
      for (const one of documents) walk(one, known);
      // The cache is cleared, so that elements added during a stabiliser's wait are seen by the next one.
      void Promise.resolve().then(() => {
        known = undefined;
      });
    }
    return known;
  };

  const trees = (): Root[] => {
    elements();
    return [...documents, ...shadows];
  };

  const parts = (selector: string): string[] => selector.split(/ >> (?![^[]*\])/);

  const find = (selector: string, among: Root[] = documents): Element[] => {
    let roots = among;
    let found: Element[] = [];
    for (const part of parts(selector)) {
      found = roots.flatMap((root) => [...root.querySelectorAll(part)]);
      roots = found.flatMap((one) => one.shadowRoot ?? (one as HTMLIFrameElement).contentDocument ?? []);
    }
    return found;
  };

  /** Sheets are marked by a rule that matches nothing, because each call may come from another script world or visit. */
  const style = (name: string, css: string): void => {
    for (const root of trees()) {
      const view = (root.ownerDocument ?? (root as Document)).defaultView as (Window & typeof globalThis) | null;
      if (view === null) continue;
      const marked = `plumbline-${name}`;
      const isOld = (sheet: CSSStyleSheet): boolean =>
        (sheet.cssRules[0] as CSSStyleRule | undefined)?.selectorText === marked;
      const kept = [...root.adoptedStyleSheets].filter((sheet) => !isOld(sheet));
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(`${marked}{}${css}`);
      root.adoptedStyleSheets = [...kept, sheet];
    }
  };

  const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const frame = (): Promise<void> =>
    new Promise((resolve) => {
      const late = setTimeout(resolve, 100);
      // Intersection observers run after the frame's callbacks, hence the additional task.
      requestAnimationFrame(() =>
        setTimeout(() => {
          clearTimeout(late);
          resolve();
        }, 0),
      );
    });

  return { ...settings, documents, elements, trees, parts, find, style, sleep, frame };
};
