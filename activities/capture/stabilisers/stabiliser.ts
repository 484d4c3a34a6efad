// Interface of a stabiliser: a declarative object that removes one kind of randomness from a screenshot.
import type { Page } from "playwright";
import type { ShotSpec, StabiliserName } from "../../../domain/visual/shot.ts";

/**
 * When a stabiliser runs. `context`: before the page's own scripts. `before`: first, because it may
 * move the page.
 * `settle`: until the page has come to rest. `shoot`: right before each frame.
 */
export type Phase = "context" | "before" | "settle" | "shoot";

/** Argument of the in-page part. Created in the page by pageTools.ts. */
export type PageTools = {
  /** The document and its same-origin frames' documents. */
  documents: Document[];
  /** Returns all their elements, including open shadow trees, at the time of the call. */
  elements(): Element[];
  /** Returns the documents and all their open shadow trees, at the time of the call. */
  trees(): (Document | ShadowRoot)[];
  /** Returns the selectors of one tree each that a selector consists of, as `partsOf` of domain/visual/selectorParts.ts does. */
  parts(selector: string): string[];
  /**
   * Returns the elements that a selector matches in the documents, or in `among`. ` >> ` leads into the shadow tree or frame of what is
   * before it, as in the page map's own selectors. Throws if it is not CSS.
   */
  find(selector: string, among?: (Document | ShadowRoot)[]): Element[];
  /** Adds or replaces rules in every document and shadow tree. Not restricted by the page's content security policy. */
  style(name: string, css: string): void;
  sleep(ms: number): Promise<void>;
  /** Waits until a frame is drawn and its observers have run; at most 100 ms, for a page that draws none. */
  frame(): Promise<void>;
  /** The part of the page that is captured; null: the whole page. */
  selector: string | null;
  fullPage: boolean;
  /** Whether the scenario has steps, which may have scrolled the page or hold the pointer on an element. */
  hasSteps: boolean;
  /** Maximum page height that is processed, in CSS pixels. */
  maxHeight: number;
  /** Maximum time in ms that the caller waits. */
  boundMs: number;
  /** Whether the browser itself holds animated images on their first frame. */
  holdsImages: boolean;
};

/** Argument of the part that runs outside the page. */
export type StabiliserPage = {
  page: Page;
  /** Returns pending requests that are not meant to stay open, as readable paths. */
  openRequests(): string[];
  /** Resolves when no request is pending, or after the limit; returns which. */
  quiet(boundMs: number): Promise<boolean>;
};

export type Cleanup = () => Promise<void> | void;

/** What a `context` stabiliser sets before a page is opened. Contains no secrets. */
export type ContextPart = { reducedMotion?: boolean; stillImages?: boolean; initScript?: string };

export type Stabiliser = {
  name: StabiliserName;
  phase: Phase;
  /** Time limit in ms; when exceeded the stabiliser has failed and the shot continues. */
  boundMs: number;
  /** For `context`, and for others that need to be set up from the start. */
  context?: (spec: ShotSpec) => ContextPart;
  /**
   * Runs in the page, all stabilisers in one round trip. The source is sent: it may use only its argument and the
   * page's globals, and no modules.
   */
  inPage?: (tools: PageTools) => Promise<void> | void;
  /** Runs in the page right before each frame, whatever the phase: for content that may arrive after the first part. */
  beforeFrame?: (tools: PageTools) => Promise<void> | void;
  /** Runs outside the page. */
  apply?: (page: StabiliserPage, spec: ShotSpec) => Promise<Cleanup | undefined>;
  /** Returns a sentence for the reader of the result. The shot itself continues. */
  explainFailure: (error: Error) => string;
};
