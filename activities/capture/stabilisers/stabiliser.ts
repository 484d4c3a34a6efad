// What a stabiliser is: a declared object that makes one kind of accident leave a page's picture alone.
import type { Page } from "playwright";
import type { ShotSpec, StabiliserName } from "../../../domain/visual/shot.ts";

/**
 * When a stabiliser works. `context`: before the page's own scripts. `before`: first, as it may
 * move the page.
 * `settle`: until the page has come to rest. `shoot`: right before each frame.
 */
export type Phase = "context" | "before" | "settle" | "shoot";

/** What the part that runs in the page is given. Made in the page by pageTools.ts. */
export type PageTools = {
  /** The document and those of its frames that are of the same origin. */
  documents: Document[];
  /** Every element of them, open shadow trees included, at the time of the call. */
  elements(): Element[];
  /** Adds or replaces rules in every document and shadow tree. Not bound by the page's content security policy. */
  style(name: string, css: string): void;
  sleep(ms: number): Promise<void>;
  /** One frame drawn and its observers told; 100 ms at most, for a page that draws none. */
  frame(): Promise<void>;
  fullPage: boolean;
  /** CSS pixels of the page that are looked at, at most. */
  maxHeight: number;
  /** Milliseconds the caller waits at most. */
  boundMs: number;
  /** The browser itself keeps animated images on their first frame. */
  holdsImages: boolean;
};

/** What the part that runs here is given. */
export type StabiliserPage = {
  page: Page;
  /** Requests that are under way and not meant to stay open, as paths for people. */
  openRequests(): string[];
  /** Resolves when no request is under way, or after the bound; the answer tells which. */
  quiet(boundMs: number): Promise<boolean>;
};

export type Cleanup = () => Promise<void> | void;

/** What a `context` stabiliser asks of a page before it is opened. Holds no secret. */
export type ContextPart = { reducedMotion?: boolean; stillImages?: boolean; initScript?: string };

export type Stabiliser = {
  name: StabiliserName;
  phase: Phase;
  /** Milliseconds it may take; then it has failed and the shot goes on. */
  boundMs: number;
  /** For `context`, and for others that need something from the start. */
  context?: (spec: ShotSpec) => ContextPart;
  /**
   * Runs in the page, all of them in one round trip. Its source is sent: it may use nothing but its argument and the
   * page's own globals, and the page's modules are not there.
   */
  inPage?: (tools: PageTools) => Promise<void> | void;
  /** Runs in the page right before each frame, whatever the phase: for what may come after the first part. */
  beforeFrame?: (tools: PageTools) => Promise<void> | void;
  /** Runs here. */
  apply?: (page: StabiliserPage, spec: ShotSpec) => Promise<Cleanup | undefined>;
  /** A sentence for the person who reads the result. The shot itself goes on. */
  explainFailure: (error: Error) => string;
};
