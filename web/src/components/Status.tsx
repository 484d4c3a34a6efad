// A status: colour, icon and word together, so that colour never stands alone.
import { Ban, Check, CircleAlert, CircleDashed, Eye, Loader, TriangleAlert, X } from "lucide-react";
import type { ComponentType } from "react";
import styles from "./Status.module.css";

type Tone = "good" | "warn" | "bad" | "info" | "quiet";
type Look = { tone: Tone; icon: ComponentType<{ size?: number }>; word: string };

/** Every status, verdict and severity that the service says, and how it looks. Unknown ones are shown as they are. */
const LOOKS: Record<string, Look> = {
  passed: { tone: "good", icon: Check, word: "Passed" },
  completed: { tone: "good", icon: Check, word: "Completed" },
  approved: { tone: "good", icon: Check, word: "Approved" },
  fixed: { tone: "good", icon: Check, word: "Fixed" },
  proven: { tone: "good", icon: Check, word: "Proven" },
  ok: { tone: "good", icon: Check, word: "OK" },
  healthy: { tone: "good", icon: Check, word: "Healthy" },
  failed: { tone: "bad", icon: X, word: "Failed" },
  rejected: { tone: "bad", icon: X, word: "Rejected" },
  error: { tone: "bad", icon: CircleAlert, word: "Error" },
  errored: { tone: "bad", icon: CircleAlert, word: "Error" },
  critical: { tone: "bad", icon: CircleAlert, word: "Critical" },
  serious: { tone: "bad", icon: TriangleAlert, word: "Serious" },
  high: { tone: "bad", icon: TriangleAlert, word: "High" },
  blocks: { tone: "bad", icon: Ban, word: "Blocks" },
  moderate: { tone: "warn", icon: TriangleAlert, word: "Moderate" },
  medium: { tone: "warn", icon: TriangleAlert, word: "Medium" },
  warn: { tone: "warn", icon: TriangleAlert, word: "Warning" },
  warning: { tone: "warn", icon: TriangleAlert, word: "Warning" },
  flaky: { tone: "warn", icon: TriangleAlert, word: "Flaky" },
  unstable: { tone: "warn", icon: TriangleAlert, word: "Unstable" },
  stale: { tone: "warn", icon: TriangleAlert, word: "Stale" },
  standing: { tone: "warn", icon: CircleDashed, word: "Standing" },
  review: { tone: "info", icon: Eye, word: "To review" },
  new: { tone: "info", icon: CircleDashed, word: "New" },
  accepted: { tone: "info", icon: Check, word: "Accepted" },
  minor: { tone: "info", icon: CircleDashed, word: "Minor" },
  low: { tone: "info", icon: CircleDashed, word: "Low" },
  running: { tone: "info", icon: Loader, word: "Running" },
  queued: { tone: "quiet", icon: CircleDashed, word: "Queued" },
  cancelled: { tone: "quiet", icon: Ban, word: "Cancelled" },
  skipped: { tone: "quiet", icon: CircleDashed, word: "Skipped" },
  inconclusive: { tone: "warn", icon: CircleDashed, word: "Inconclusive" },
};

const sentence = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1).replace(/[_-]/g, " ");

export function Status({ status, word }: { status: string; word?: string }) {
  const {
    tone,
    icon: Icon,
    word: usual,
  } = LOOKS[status] ?? { tone: "quiet", icon: CircleDashed, word: sentence(status) };
  return (
    <span className={[styles.status, styles[tone]].join(" ")} data-status={status}>
      <Icon size={13} />
      {word ?? usual}
    </span>
  );
}
