// A status as color, icon and word, so that color is never the only cue.
import { Ban, Check, CircleAlert, CircleDashed, Clock, Eye, Loader, TriangleAlert, X } from "lucide-react";
import type { ComponentType } from "react";
import { SEVERITY_WORDS, type Severity } from "../../../domain/words/severities.ts";
import { STATUS_WORDS, type StatusWord } from "../../../domain/words/statuses.ts";
import styles from "./Status.module.css";

type Tone = "good" | "warn" | "bad" | "info" | "quiet";
type Look = { tone: Tone; icon: ComponentType<{ size?: number }> };

const WORDS: Readonly<Record<string, string>> = { ...STATUS_WORDS, ...SEVERITY_WORDS };

/** Appearance of each status, verdict and severity. */
const LOOKS: Record<StatusWord | Severity, Look> = {
  passed: { tone: "good", icon: Check },
  completed: { tone: "good", icon: Check },
  approved: { tone: "good", icon: Check },
  fixed: { tone: "good", icon: Check },
  proven: { tone: "good", icon: Check },
  ok: { tone: "good", icon: Check },
  healthy: { tone: "good", icon: Check },
  failed: { tone: "bad", icon: X },
  rejected: { tone: "bad", icon: X },
  error: { tone: "bad", icon: CircleAlert },
  errored: { tone: "bad", icon: CircleAlert },
  critical: { tone: "bad", icon: CircleAlert },
  serious: { tone: "bad", icon: TriangleAlert },
  high: { tone: "bad", icon: TriangleAlert },
  blocks: { tone: "bad", icon: Ban },
  moderate: { tone: "warn", icon: TriangleAlert },
  medium: { tone: "warn", icon: TriangleAlert },
  warn: { tone: "warn", icon: TriangleAlert },
  warning: { tone: "warn", icon: TriangleAlert },
  flaky: { tone: "warn", icon: TriangleAlert },
  unstable: { tone: "warn", icon: TriangleAlert },
  stale: { tone: "warn", icon: TriangleAlert },
  standing: { tone: "warn", icon: CircleDashed },
  review: { tone: "info", icon: Eye },
  manual: { tone: "info", icon: Eye },
  new: { tone: "info", icon: CircleDashed },
  accepted: { tone: "info", icon: Check },
  regressed: { tone: "bad", icon: TriangleAlert },
  ongoing: { tone: "warn", icon: CircleDashed },
  snoozed: { tone: "quiet", icon: Clock },
  minor: { tone: "info", icon: CircleDashed },
  low: { tone: "info", icon: CircleDashed },
  running: { tone: "info", icon: Loader },
  queued: { tone: "quiet", icon: CircleDashed },
  cancelled: { tone: "quiet", icon: Ban },
  skipped: { tone: "quiet", icon: CircleDashed },
  inconclusive: { tone: "warn", icon: CircleDashed },
  not_measured: { tone: "quiet", icon: CircleDashed },
  never: { tone: "quiet", icon: CircleDashed },
  changed: { tone: "bad", icon: X },
  no_baseline: { tone: "quiet", icon: CircleDashed },
  not_runnable: { tone: "warn", icon: CircleDashed },
  pending: { tone: "quiet", icon: CircleDashed },
  info: { tone: "quiet", icon: CircleDashed },
};

const sentence = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1).replace(/[_-]/g, " ");

export function Status({ status, word }: { status: string; word?: string }) {
  // Unknown statuses are shown unchanged.
  const { tone, icon: Icon }: Look = LOOKS[status as StatusWord] ?? { tone: "quiet", icon: CircleDashed };
  return (
    <span className={[styles.status, styles[tone]].join(" ")} data-status={status}>
      <Icon size={13} />
      {word ?? WORDS[status] ?? sentence(status)}
    </span>
  );
}
