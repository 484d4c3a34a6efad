// Runs axe-core over a page and all its frames at the current width.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import { DocumentGoneError, LateError, type World } from "../../../browsers/page/frameWorlds.ts";
import type { Guard } from "../../../browsers/page/guard.ts";
import { type Described, installNaming } from "../../../browsers/page/inPage/naming.ts";
import { type AxeReport, addReporter, type RawNode, type ReportLimits } from "./inPage/axeReport.ts";
import { type FrameContext, frameContexts } from "./inPage/frameContexts.ts";
import { doubtLabels, saysLabel } from "./inPage/labelDoubts.ts";
import { judgeHeaders } from "./inPage/tableHeaders.ts";

/** WCAG 2.0 to 2.2 at A and AA, and best practices separately. Naming wcag22aa enables target-size. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Naming the level enables its rules: enhanced contrast, refresh without exceptions, links of the same name. */
const STRICT_TAGS = [...TAGS, "wcag2aaa"];
const OPTIONS = {
  reporter: "plumbline",
  // Our own audio-control knows the buttons next to a player; no other rule needs axe's preloading.
  rules: { "no-autoplay-audio": { enabled: false } },
  preload: false,
};
const IMAGES = "img, svg";
/** Rules that axe treats as best practice although the standard has a criterion for them, or whose selector is too narrow. */
const PROMOTED = {
  rules: [
    // An empty heading is not a heading: 1.3.1 and 2.4.6.
    { id: "empty-heading", tags: ["cat.name-role-value", "wcag2a", "wcag131", "wcag246"], impact: "moderate" },
    // Includes ARIA tables.
    { id: "th-has-data-cells", selector: "table, [role='table'], [role='grid'], [role='treegrid']" },
    // Screen readers must skip decoration, and a name or the focus exposes it again: 1.1.1. For text this violates nothing.
    {
      id: "presentation-role-conflict",
      selector: `[role='none']:not(${IMAGES}), [role='presentation']:not(${IMAGES})`,
    },
    {
      id: "decorative-image-exposed",
      selector: "img[alt=''], :is(img, svg):is([role='none'], [role='presentation'])",
      matches: "has-implicit-chromium-role-matches",
      tags: ["cat.text-alternatives", "wcag2a", "wcag111"],
      impact: "moderate",
      all: [],
      any: [],
      none: ["is-element-focusable", "has-global-aria-attribute"],
      metadata: {
        description: "Ensure that images marked as decorative have no focus and no ARIA attributes",
        help: "Decorative images must not be exposed",
        helpUrl: "https://www.w3.org/WAI/standards-guidelines/act/rules/46ca7f/",
      },
    },
  ],
};
const LIMITS: ReportLimits = { failedPerRule: 50, unsurePerRule: 10, nodes: 500 };
const MAX_FRAMES = 20;
const DEEPEST = 5;
/** A frame that does not respond within this time is left out. */
const FRAME_MS = 8_000;
const SHORT_MS = 5_000;
/** Maximum characters of one frame's partial result: 5,000 elements took 6 million. */
const MAX_PARTIAL = 20_000_000;

/** An element with its position; `box` in CSS px of the whole document. */
export type FoundNode = Omit<RawNode, "path"> & { selector: string; target: string; box: Described["box"] };
export type FoundOutcome = Omit<AxeReport["outcomes"][number], "nodes"> & { nodes: FoundNode[] };
/** A document within the page; `target` is our selector of its frame, as in findings. */
export type InnerDocument = { world: World; target: string };
export type AxeFound = {
  version: string;
  rules: AxeReport["rules"];
  outcomes: FoundOutcome[];
  inner: InnerDocument[];
  framesLeftOut: number;
};

export type AxePage = {
  world: World;
  guard: Guard;
  /** Time limit in ms for the page's own document. */
  boundMs: number;
  hasFrames: boolean;
  /** Whether to include level AAA. */
  strict: boolean;
};

const optionsOf = ({ strict }: Pick<AxePage, "strict">) => ({
  ...OPTIONS,
  runOnly: { type: "tag", values: strict ? STRICT_TAGS : TAGS },
});

/** The minified file saves 140 ms per document over the readable one (checked with 4.14.1). */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Partial = string;
type Tally = { partials: (Partial | null)[]; worlds: Map<string, World>; leftOut: number; characters: number };

/**
 * Throws DocumentGoneError if the page navigates in the meantime, and CaptureFailure if it does not respond. Frames
 * that cannot be entered are counted.
 */
export async function runAxe(at: AxePage): Promise<AxeFound> {
  await inject(at.world, SHORT_MS + at.boundMs);
  const tally: Tally = { partials: [], worlds: new Map([["", at.world]]), leftOut: 0, characters: 0 };
  const report = at.hasFrames ? await runWithFrames(at, tally) : await runAlone(at);
  const { version, rules } = report;
  return { version, rules, ...(await place(report.outcomes, tally.worlds)), framesLeftOut: tally.leftOut };
}

/** No-op if already injected. Axe may be injected into a page ahead of the run, while it still fetches. */
export async function inject(world: World, boundMs: number): Promise<void> {
  if (await world.evaluate<boolean>("typeof axe === 'object'", boundMs)) return;
  const setUp = `axe.configure(${JSON.stringify(PROMOTED)});(${addReporter})(${JSON.stringify(LIMITS)});(${doubtLabels})(${saysLabel});(${judgeHeaders})()`;
  await world.evaluate(`${SOURCE};${setUp};(${installNaming})()`, boundMs);
}

function runAlone({ world, boundMs, strict }: AxePage): Promise<AxeReport> {
  const options = JSON.stringify({ ...optionsOf({ strict }), iframes: false });
  return world.evaluate<AxeReport>(`axe.run(document, ${options})`, boundMs);
}

/** Each frame returns its part, in the order in which axe walks them; the page's own document merges them into one result. */
async function runWithFrames(at: AxePage, tally: Tally): Promise<AxeReport> {
  await collect(at.world, "document", "", 0, at, tally);
  const partials = `[${tally.partials.map((partial) => partial ?? "null").join(",")}]`;
  return at.world.evaluate<AxeReport>(`axe.finishRun(${partials}, ${JSON.stringify(optionsOf(at))})`, at.boundMs);
}

async function collect(
  world: World,
  context: string,
  path: string,
  depth: number,
  at: AxePage,
  tally: Tally,
): Promise<void> {
  const bound = depth === 0 ? at.boundMs : FRAME_MS;
  const options = JSON.stringify(optionsOf(at));
  const children = await world.evaluate<FrameContext[]>(`(${frameContexts})(${context}, ${options})`, bound);
  const partial = await world.evaluate<Partial>(
    `axe.runPartial(${context}, ${options}).then((part) => JSON.stringify(part))`,
    bound,
  );
  tally.characters += partial.length;
  if (depth > 0 && tally.characters > MAX_PARTIAL) throw new Error("The frame holds too much.");
  tally.partials.push(partial);
  for (const { frameSelector, frameContext } of children) {
    const before = tally.partials.length;
    const name = JSON.stringify(frameSelector);
    try {
      if (depth >= DEEPEST || tally.worlds.size > MAX_FRAMES) throw new Error("There are too many frames.");
      const inner = await world.inside(`axe.utils.shadowSelect(${name})`, SHORT_MS);
      if (inner === null) throw new Error("The frame cannot be entered.");
      await inject(inner, FRAME_MS);
      const innerPath = `${path}${name}\n`;
      tally.worlds.set(innerPath, inner);
      await collect(inner, JSON.stringify(frameContext), innerPath, depth + 1, at, tally);
    } catch (error) {
      if (at.guard.signal.aborted || error instanceof CaptureFailure) throw error;
      tally.partials.splice(before, Infinity, null);
      tally.leftOut += 1;
    }
  }
}

/** One call per frame names its elements and returns their boxes; the frames' own offsets are added. */
async function place(
  outcomes: AxeReport["outcomes"],
  worlds: ReadonlyMap<string, World>,
): Promise<Pick<AxeFound, "outcomes" | "inner">> {
  const wanted = new Map<string, Map<string, string | string[]>>();
  const want = (frames: (string | string[])[], selector: string | string[]): void => {
    const key = keyOf(frames);
    const list = wanted.get(key) ?? new Map<string, string | string[]>();
    wanted.set(key, list.set(JSON.stringify(selector), selector));
  };
  const frames = [...worlds].flatMap(([key, world]) => (key === "" ? [] : [{ world, path: framesOf(key) }]));
  for (const { nodes } of [...outcomes, { nodes: frames }])
    for (const { path } of nodes)
      for (let depth = path.length; depth > 0; depth -= 1) want(path.slice(0, depth - 1), path[depth - 1] ?? "");
  const described = new Map<string, Described | null>();
  for (const [key, selectors] of wanted) {
    const answers = await worlds
      .get(key)
      ?.evaluate<(Described | null)[]>(`plumblineNaming.ofPaths(${JSON.stringify([...selectors.values()])})`, SHORT_MS)
      .catch((error: unknown) => {
        // For a frame, axe's selectors are good enough; the page itself must still exist.
        if (key === "" || !(error instanceof DocumentGoneError || error instanceof LateError)) throw error;
        return undefined;
      });
    [...selectors.keys()].forEach((selector, index) => void described.set(key + selector, answers?.[index] ?? null));
  }
  const placed = (path: Path): Pick<FoundNode, "selector" | "target" | "box"> => {
    const steps = path.map((selector, depth) => ({
      own: plain(selector),
      found: described.get(keyOf(path.slice(0, depth)) + JSON.stringify(selector)) ?? null,
    }));
    return {
      selector: steps.map(({ own }) => own).join(" |> "),
      target: steps.map(({ own, found }) => found?.target ?? own).join(" |> "),
      box: boxOf(steps.map(({ found }) => found?.box ?? null)),
    };
  };
  return {
    outcomes: outcomes.map(({ nodes, ...outcome }) => ({
      ...outcome,
      nodes: nodes.map(({ path, ...node }) => ({ ...node, ...placed(path) })),
    })),
    inner: frames.map(({ world, path }) => ({ world, target: placed(path).target })),
  };
}

type Path = RawNode["path"];
const keyOf = (frames: Readonly<Path>): string => frames.map((f) => `${JSON.stringify(f)}\n`).join("");
const framesOf = (key: string): Path =>
  key
    .split("\n")
    .slice(0, -1)
    .map((frame) => JSON.parse(frame) as Path[number]);
const plain = (selector: string | string[]): string =>
  typeof selector === "string" ? selector : selector.join(" >>> ");

function boxOf(boxes: readonly Described["box"][]): Described["box"] {
  const last = boxes.at(-1) ?? null;
  if (last === null) return null;
  let { x, y } = last;
  for (const frame of boxes.slice(0, -1)) {
    if (frame === null) return null;
    x += frame.x;
    y += frame.y;
  }
  return { ...last, x, y };
}
