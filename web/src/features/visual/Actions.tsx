// Below the picture: what one can decide, each with its key.
import { Check, CheckCheck, Clock, SquareDashedMousePointer, Undo2, X } from "lucide-react";
import type { MouseEvent } from "react";
import { Button } from "../../components/Button.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Keys } from "../../components/Keys.tsx";
import { type Shot, standingOf } from "./model.ts";
import styles from "./Review.module.css";
import type { ReviewActions } from "./useReviewCommands.ts";

type Props = {
  shot: Shot;
  group: number;
  mayWrite: boolean;
  /** A decision is on its way: no other is taken. */
  saving: boolean;
  actions: ReviewActions;
};

export function Actions({ shot, group, mayWrite, saving, actions }: Props) {
  if (!mayWrite) return <p className={styles.actions}>View only. Ask an administrator for editor access.</p>;
  const standing = standingOf(shot);
  // Not `disabled`, which would take the focus away; a double click is one press.
  const once = (action: () => unknown) => ({
    "aria-disabled": saving || undefined,
    onClick: ({ detail }: MouseEvent) => void (detail < 2 && action()),
  });
  return (
    <div className={styles.actions} role="toolbar" aria-label="Decide">
      <Button kind="primary" {...once(actions.approve)} disabled={standing === "approved"} aria-keyshortcuts="a">
        <Check size={15} aria-hidden="true" /> Approve <Keys keys="a" />
      </Button>
      {group > 1 && (
        <Button {...once(actions.approveGroup)} aria-keyshortcuts="Shift+A">
          <CheckCheck size={15} aria-hidden="true" /> All {group} <Keys keys="A" />
        </Button>
      )}
      <Button
        kind="danger"
        {...once(actions.reject)}
        disabled={standing !== "open" && standing !== "later"}
        aria-keyshortcuts="x"
      >
        <X size={15} aria-hidden="true" /> Reject <Keys keys="x" />
      </Button>
      <Button {...once(actions.later)} disabled={standing !== "open"} aria-keyshortcuts="m">
        <Clock size={15} aria-hidden="true" /> Later <Keys keys="m" />
      </Button>
      <span className={styles.gap} />
      <IconButton label="New rule (r)" onClick={actions.rule} aria-keyshortcuts="r">
        <SquareDashedMousePointer size={16} />
      </IconButton>
      <IconButton label="Undo (u)" onClick={actions.undo} aria-keyshortcuts="u">
        <Undo2 size={16} />
      </IconButton>
    </div>
  );
}
