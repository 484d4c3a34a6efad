// Minimal gathered data for tests of the rules.
import type { Content } from "../../../../domain/pillars/a11y/content.ts";
import type {
  A11yData,
  AxeNode,
  AxeOutcome,
  CutText,
  FocusStop,
  KeyboardWalk,
  Reflow,
} from "../../../../domain/pillars/a11y/gathered.ts";

export const node = (target: string, change: Partial<AxeNode> = {}): AxeNode => ({
  kind: "failed",
  target,
  selector: target,
  html: "<p>",
  impact: "serious",
  reasons: [{ id: "color-contrast", message: "It is pale", data: {} }],
  ...change,
});

export const outcome = (rule: string, change: Partial<AxeOutcome> = {}): AxeOutcome => ({
  rule,
  passed: 0,
  failed: change.nodes?.filter(({ kind }) => kind === "failed").length ?? 0,
  unsure: change.nodes?.filter(({ kind }) => kind === "unsure").length ?? 0,
  nodes: [],
  ...change,
});

export const stop = (target: string, change: Partial<FocusStop> = {}): FocusStop => ({
  target,
  name: `button “${target}”`,
  indicator: "style",
  visible: true,
  place: { x: 0, y: 0, width: 100, height: 20 },
  ...change,
});

export const walk = (stops: FocusStop[], change: Partial<KeyboardWalk> = {}): KeyboardWalk => ({
  state: "walked",
  stops,
  presses: stops.length + 1,
  end: "round",
  trap: null,
  ...change,
});

export const reflowed = (change: Partial<Reflow> = {}): Reflow => ({
  state: "measured",
  viewWidth: 320,
  contentWidth: 320,
  scrolls: false,
  invisible: false,
  wide: [],
  scrollers: [],
  cut: [],
  ...change,
});

export const cut = (target: string, change: Partial<CutText> = {}): CutText => ({
  target,
  text: "Some words",
  side: "right",
  px: 40,
  ...change,
});

export const content = (change: Partial<Content> = {}): Content => ({
  state: "read",
  counts: { links: 9, pictures: 9, fields: 9, groups: 9, tables: 9, media: 9 },
  page: [],
  direction: "ltr",
  parts: [],
  passages: [],
  links: [],
  emptyLinks: [],
  pictures: [],
  placeholders: [],
  choices: [],
  nameless: [],
  sameLabels: [],
  tables: [],
  media: [],
  obsolete: [],
  turned: [],
  ...change,
});

const rule = (...tags: string[]) => ({
  help: "Text must stand out",
  description: "Ensure it",
  helpUrl: "https://help.test/x",
  tags,
});

export const data = (
  change: Partial<A11yData> = {},
  desktop: AxeOutcome[] = [],
  phone: AxeOutcome[] = desktop,
): A11yData => ({
  axeVersion: "4.14.1",
  rules: {
    "color-contrast": rule("cat.color", "wcag2aa", "wcag143", "TTv5"),
    "image-alt": rule("wcag2a", "wcag111"),
    "target-size": rule("wcag22aa", "wcag258"),
    "aria-valid-attr-value": rule("wcag2a", "wcag412"),
    region: rule("cat.keyboard", "best-practice"),
  },
  widths: [
    { viewport: "desktop", width: 1440, outcomes: desktop, frames: 0, framesLeftOut: 0 },
    { viewport: "phone", width: 375, outcomes: phone, frames: 0, framesLeftOut: 0 },
  ],
  keyboard: walk([stop("a")]),
  reflow: reflowed(),
  zoom: { state: "measured", cut: [] },
  shots: {},
  notes: [],
  ...change,
});
