// Optional settings of a project: one table of fields, read from and written to its settings.
import { PAGE_CHOICES, PAGE_WORDS } from "../../../../domain/words/pages.ts";
import {
  MAX_RETENTION_DAYS,
  MAX_RETENTION_RUNS,
  QUIET_BRANCH_DAYS,
  RETENTION,
  RETENTION_KINDS,
  type RetentionKind,
} from "../../../../domain/words/retention.ts";
import { SEVERITIES } from "../../../../domain/words/severities.ts";
import { METRIC_WORDS, WORSE_NAMES } from "../../../../domain/words/units.ts";
import { AUDITS, type Option, PILLAR_OPTIONS, runOfPillar } from "../../lib/words.ts";

type Settings = Record<string, unknown>;
export type Field = {
  /** Path of the value in the settings, joined by dots. */
  path: string;
  label: string;
  hint?: string;
  /** `limit`: a threshold from which something counts; 0 means never. `several`: any number of the options. `yesNo`: "true" or "false". */
  kind: "number" | "limit" | "choice" | "yesNo" | "several" | "text" | "texts";
  options?: readonly Option[];
  min?: number;
  max?: number;
};
/** `below`: an extra component below the fields. */
export type Group = { title: string; text: string; fields: readonly Field[]; below?: "nextSweep" };

/** Severities that can have a limit; informative findings have none. */
const LIMITED = SEVERITIES.filter((severity) => severity !== "info");

const limit = (name: string, label: string, warn: string, fail: string): Field[] => [
  { path: `gate.${name}.warn`, label: `${label}: warn from`, kind: "limit", hint: `Default ${warn}` },
  { path: `gate.${name}.fail`, label: `${label}: fail from`, kind: "limit", hint: `Default ${fail}` },
];

const bySeverity = (path: string, label: (severity: string) => string): Field[] =>
  LIMITED.map((severity) => ({
    path: `${path}.${severity}`,
    label: label(severity),
    kind: "number" as const,
    min: 0,
  }));

/** Field for how much worse a value may be than in the run it is compared with. */
const worseBy = (pillar: string, name: string, label: string): Field => ({
  path: `audits.${pillar}.thresholds.worse.${name}`,
  label,
  hint: "Leave empty for no limit, 0 to fail if it gets worse at all",
  kind: "number",
  min: 0,
});

const WORSE_METRICS = WORSE_NAMES.flatMap((name) =>
  name === "score" || name === "findings" ? [] : [{ name, words: METRIC_WORDS[name] }],
);

/** Fields common to all audits. */
const common = (pillar: string): Field[] => [
  { path: `audits.${pillar}.thresholds.minScore`, label: "Minimum score", kind: "number", min: 0, max: 100 },
  ...bySeverity(`audits.${pillar}.thresholds.maxNew`, (severity) => `Maximum new ${severity} findings`),
  worseBy(pillar, "score", "Maximum score drop compared with main"),
  worseBy(pillar, "findings", "Maximum increase in failed findings compared with main"),
];

/** Fields of audits that can visit crawled pages. */
function pagesOf(pillar: string): Field[] {
  if (!runOfPillar(pillar)?.crawls) return [];
  const options = [
    { value: "", label: "Default (scenarios)" },
    ...PAGE_CHOICES.map((value) => ({ value, label: PAGE_WORDS[value] })),
  ];
  return [
    { path: `audits.${pillar}.pages`, label: "Pages", kind: "choice", hint: CRAWL_HINT[pillar] ?? AGE_HINT, options },
  ];
}
const AGE_HINT = "Crawls first if the last crawl is older than 24 hours";
const CRAWL_HINT: Readonly<Record<string, string>> = { perf: "At most 10 pages of a crawl are measured" };

const OWN: Record<string, readonly Field[]> = {
  perf: [
    { path: "audits.perf.runs", label: "Measurements per page", kind: "number", min: 1, max: 5, hint: "Default 3" },
    {
      path: "audits.perf.formFactor",
      label: "Device",
      kind: "choice",
      options: [
        { value: "", label: "Default (mobile)" },
        { value: "mobile", label: "Mobile" },
        { value: "desktop", label: "Desktop" },
      ],
    },
    ...WORSE_METRICS.map(({ name, words: { long, unit } }) =>
      worseBy("perf", name, `Maximum increase in ${long} compared with main${unit === "" ? "" : ` (${unit})`}`),
    ),
  ],
  a11y: bySeverity("audits.a11y.budgets", (severity) => `Maximum ${severity} findings in total`),
  tracking: [
    {
      path: "audits.tracking.dataLayerNames",
      label: "Data layer names",
      kind: "texts",
      hint: "Separate with commas. Known names are found automatically.",
    },
    { path: "audits.tracking.consent.selector", label: "“Accept all cookies” button", kind: "text", hint: "CSS" },
  ],
  privacy: [
    { path: "audits.privacy.consent.acceptSelector", label: "“Accept all” button", kind: "text", hint: "CSS" },
    { path: "audits.privacy.consent.rejectSelector", label: "“Reject all” button", kind: "text", hint: "CSS" },
    {
      path: "audits.privacy.necessaryCookies",
      label: "Necessary cookies",
      kind: "texts",
      hint: "Separate with commas",
    },
  ],
};

/** Fields for how long runs of one kind are kept. */
function keptOf(kind: RetentionKind): Field[] {
  const { title, unit, days, runs } = RETENTION[kind];
  const field = { kind: "number" as const, min: 0 };
  return [
    {
      ...field,
      path: `retention.${kind}.days`,
      label: `${title}: days`,
      hint: `Default ${days}`,
      max: MAX_RETENTION_DAYS,
    },
    {
      ...field,
      path: `retention.${kind}.runs`,
      label: `${title}: newest ${unit}s always kept`,
      hint: `Default ${runs}`,
      max: MAX_RETENTION_RUNS,
    },
  ];
}

export const GROUPS: readonly Group[] = [
  {
    title: "Visual tests",
    text: "What to do when text or images change but pixels match",
    fields: [
      {
        path: "visual.contentChanges",
        label: "Changed content",
        kind: "choice",
        options: [
          { value: "", label: "Default" },
          { value: "fail", label: "Fails" },
          { value: "warn", label: "Warns" },
          { value: "ignore", label: "Passes" },
        ],
      },
      {
        path: "visual.modes",
        label: "Default modes of scenarios",
        kind: "texts",
        hint: "Names, separated with commas. default is the page without a mode.",
      },
      {
        path: "visual.protectMain",
        label: "Baselines of the main branch",
        kind: "yesNo",
        hint: "Keys can still capture missing baselines when only people may change them",
        options: [
          { value: "", label: "Default (keys too)" },
          { value: "true", label: "Only people change them" },
          { value: "false", label: "Keys may change them" },
        ],
      },
    ],
  },
  {
    title: "Pull request gate",
    text: "When should a pull request warn or fail? For a score, the drop in points. Leave empty for the default, 0 for never.",
    fields: [
      ...limit("visualFailures", "Changed screenshots", "1", "1"),
      ...limit("functionalFailures", "Failed functional", "1", "1"),
      ...limit("newCritical", "New critical findings", "1", "1"),
      ...limit("newSerious", "New serious findings", "1", "never"),
      ...limit("healthFall", "Score drop", "2", "10"),
      { path: "gate.required", label: "Required for a verdict", kind: "several", options: PILLAR_OPTIONS },
    ],
  },
  {
    title: "Retention",
    text: `How long runs with their screenshots, and ended jobs such as crawls and issue proofs, are kept, and how many of the newest are kept regardless of age. Others are deleted once a day. Always kept: baselines with their history, the newest run of each branch and environment (for branches other than main, until ${QUIET_BRANCH_DAYS} days after their last run), the newest completed job of each kind, and what an open problem, a review or a job needs.`,
    fields: RETENTION_KINDS.flatMap(keptOf),
    below: "nextSweep",
  },
  ...AUDITS.map(({ name, title }) => ({
    title,
    text: "When should the audit fail, in addition to its rules? Leave empty for no limit.",
    fields: [...pagesOf(name), ...(OWN[name] ?? []), ...common(name)],
  })),
];

const isObject = (value: unknown): value is Settings =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value as its control shows it; "" if the project does not set it. */
export function shownValue(settings: Settings, { path, kind }: Field): string {
  let value: unknown = settings;
  for (const name of path.split(".")) value = isObject(value) ? value[name] : undefined;
  if (value === null) return kind === "limit" ? "0" : "";
  if (Array.isArray(value)) return value.join(", ");
  return value === undefined ? "" : String(value);
}

const listIn = (text: string): string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

function stored(text: string, kind: Field["kind"]): unknown {
  if (text.trim() === "") return undefined;
  if (kind === "limit") return Number(text) === 0 ? null : Number(text);
  if (kind === "number") return Number(text);
  if (kind === "yesNo") return text === "true";
  return kind === "texts" || kind === "several" ? listIn(text) : text.trim();
}

/** Returns the settings with one value changed. Empty groups are removed; values without a field are kept. */
function withValue(settings: Settings, [name = "", ...rest]: readonly string[], value: unknown): Settings {
  const { [name]: before, ...others } = settings;
  const next = rest.length === 0 ? value : withValue(isObject(before) ? before : {}, rest, value);
  const gone = next === undefined || (rest.length > 0 && isObject(next) && Object.keys(next).length === 0);
  return gone ? others : { ...others, [name]: next };
}

/** `edits`: typed values by path. */
export const withEdits = (settings: Settings, edits: Readonly<Partial<Record<string, string>>>): Settings =>
  GROUPS.flatMap(({ fields }) => fields)
    .filter(({ path }) => edits[path] !== undefined)
    .reduce((sum, { path, kind }) => withValue(sum, path.split("."), stored(edits[path] ?? "", kind)), settings);
