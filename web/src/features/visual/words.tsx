// Words and icons for results, shared by the list, the panel and the scenario screens.
import { Check, Circle, Clock, EyeOff, Monitor, Smartphone, Tablet, X } from "lucide-react";
import { BROWSER_WORDS } from "../../../../domain/words/browsers.ts";
import { STATUS_WORDS } from "../../../../domain/words/statuses.ts";
import { Person } from "../../components/Person.tsx";
import type { Group, Shot, Standing } from "./model.ts";
import styles from "./Review.module.css";

export const KIND_WORDS: Record<Group["kind"], string> = {
  change: "Changes",
  tiny: "Tiny differences",
  no_baseline: "First screenshots",
  unstable: "Unstable",
  error: "Errors",
};

export const STANDING_WORDS: Record<Standing, string> = {
  open: STATUS_WORDS.review,
  approved: STATUS_WORDS.approved,
  rejected: STATUS_WORDS.rejected,
  later: "For later",
  ignored: "Ignored",
  passed: STATUS_WORDS.passed,
  pending: STATUS_WORDS.pending,
};

const SIGNS = {
  open: Circle,
  approved: Check,
  rejected: X,
  later: Clock,
  ignored: EyeOff,
  passed: Check,
  pending: Circle,
} as const;

export function Sign({ standing }: { standing: Standing }) {
  const Icon = SIGNS[standing];
  return (
    <span className={styles.sign} data-standing={standing}>
      <Icon size={13} aria-hidden="true" />
      <span className="sr-only">{STANDING_WORDS[standing]}</span>
    </span>
  );
}

const BROWSERS: Readonly<Record<string, string>> = BROWSER_WORDS;
const DEVICES: Record<string, typeof Monitor> = { phone: Smartphone, tablet: Tablet };

type Where = Pick<Shot, "viewport" | "browser" | "selector" | "mode">;

export const placeWords = ({ viewport, browser, selector, mode }: Where): string =>
  [viewport, mode, BROWSERS[browser] ?? browser, selector].filter(Boolean).join(" · ");

export function Place(where: Where) {
  const Icon = DEVICES[where.viewport] ?? Monitor;
  return (
    <span className={styles.place}>
      <Icon size={13} aria-hidden="true" />
      {placeWords(where)}
    </span>
  );
}

/** Who made a version of a baseline, unless the run that captured it did. */
export const Promoter = ({ who }: { who: string }) =>
  who !== "run" && (
    <>
      <Person who={who} plain />,{" "}
    </>
  );
