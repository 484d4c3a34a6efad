// Toolbar below the picture: the available decisions, each with its key.
import {
  AppWindow,
  Check,
  CheckCheck,
  Clock,
  EyeOff,
  Layers,
  MessageSquareX,
  MonitorSmartphone,
  SquareDashedMousePointer,
  Undo2,
  X,
} from "lucide-react";
import type { MouseEvent } from "react";
import { Button } from "../../components/Button.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Keys } from "../../components/Keys.tsx";
import { hasNothingToDecide, mayBe, type Row } from "./model.ts";
import styles from "./Review.module.css";
import type { ReviewActions } from "./useReviewCommands.ts";

type Props = {
  shot: Row;
  /** Number of results affected by one decision. `possible`: number that could be decided together. */
  together: number;
  possible: number;
  group: number;
  /** Whether the same page exists in another viewport or in another browser. */
  others: readonly ("viewport" | "browser")[];
  mayWrite: boolean;
  /** Whether a decision is being saved; no other is accepted until then. */
  saving: boolean;
  actions: ReviewActions;
};

export function Actions({ shot, together, possible, group, others, mayWrite, saving, actions }: Props) {
  if (!mayWrite) return <p className={styles.actions}>View only. Ask an administrator for editor access.</p>;
  if (hasNothingToDecide(shot))
    return (
      <p className={styles.actions} role="status">
        {shot.status === "passed" ? "This screenshot passed." : "This screenshot has no result yet."} Nothing to review.
      </p>
    );
  // `aria-disabled` instead of `disabled`, which would lose the focus. A double click counts as one press.
  const once = (action: () => unknown) => ({
    "aria-disabled": saving || undefined,
    onClick: ({ detail }: MouseEvent) => void (detail < 2 && action()),
  });
  const count = together > 1 ? ` ${together}` : "";
  return (
    <div className={styles.actions} role="toolbar" aria-label="Decide">
      <Button kind="primary" {...once(actions.approve)} disabled={!mayBe.approve(shot)} aria-keyshortcuts="a">
        <Check size={15} aria-hidden="true" /> Approve{count} <Keys keys="a" />
      </Button>
      {group > together && (
        <Button {...once(actions.approveGroup)} aria-keyshortcuts="Shift+A">
          <CheckCheck size={15} aria-hidden="true" /> All {group} <Keys keys="A" />
        </Button>
      )}
      <Button kind="danger" {...once(actions.reject)} disabled={!mayBe.reject(shot)} aria-keyshortcuts="x">
        <X size={15} aria-hidden="true" /> Reject{count} <Keys keys="x" />
      </Button>
      <Button {...once(actions.later)} disabled={!mayBe.later(shot)} aria-keyshortcuts="m">
        <Clock size={15} aria-hidden="true" /> Later <Keys keys="m" />
      </Button>
      <Button onClick={actions.ignore} disabled={!mayBe.ignore(shot)} aria-keyshortcuts="i">
        <EyeOff size={15} aria-hidden="true" /> Ignore{count} <Keys keys="i" />
      </Button>
      {possible > 1 && (
        <Button kind="ghost" aria-pressed={together > 1} onClick={actions.alone} aria-keyshortcuts="e">
          <Layers size={15} aria-hidden="true" />
          {together > 1 ? `1 decision for ${possible}` : "Only this one"} <Keys keys="e" />
        </Button>
      )}
      <span className={styles.gap} />
      {others.includes("viewport") && (
        <IconButton label="Next viewport (v)" onClick={() => actions.other("viewport")} aria-keyshortcuts="v">
          <MonitorSmartphone size={16} />
        </IconButton>
      )}
      {others.includes("browser") && (
        <IconButton label="Next browser (b)" onClick={() => actions.other("browser")} aria-keyshortcuts="b">
          <AppWindow size={16} />
        </IconButton>
      )}
      <IconButton
        label="Reject with a note (X)"
        onClick={actions.note}
        disabled={!mayBe.note(shot)}
        aria-keyshortcuts="Shift+X"
      >
        <MessageSquareX size={16} />
      </IconButton>
      <IconButton label="New rule (r)" onClick={() => actions.rule()} aria-keyshortcuts="r">
        <SquareDashedMousePointer size={16} />
      </IconButton>
      <IconButton label="Undo (u)" onClick={actions.undo} aria-keyshortcuts="u">
        <Undo2 size={16} />
      </IconButton>
    </div>
  );
}
