// Actions on a problem. Each shows one message with an undo; after a reload the panel offers the undo.
import { useState } from "react";
import { ActingSelect } from "../../components/ActingSelect.tsx";
import { Button } from "../../components/Button.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { useCommands } from "../../lib/commands.tsx";
import { nameOf, peopleOptions } from "../../lib/people.ts";
import type { Member, Problem } from "../../lib/problems.ts";
import { AcceptDialog, SnoozeDialog, TicketDialog } from "./Dialogs.tsx";
import styles from "./Problems.module.css";
import type { Change, ProblemChanges } from "./useProblemChange.ts";

const DIALOGS = { snooze: SnoozeDialog, accept: AcceptDialog, ticket: TicketDialog } as const;
/** `rev`: revision of the problem when the dialog was opened. */
type Opened = { name: keyof typeof DIALOGS; rev: number };

type Props = { problem: Problem; members: readonly Member[]; changes: ProblemChanges };

export function Actions({ problem, members, changes }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { id, assignee, status, acceptedElsewhere, canUndo, ticket } = problem;
  const { busy, refused, send, undo, forget } = changes;
  const me = members.find(({ you }) => you)?.email;
  const open = (name: Opened["name"]) => {
    forget();
    setOpened({ name, rev: problem.rev });
  };
  const change = (what: Change, said: string) => send(problem, what, said);
  const assign = (email: string) =>
    change({ assignee: email || null }, email ? `Assigned to ${nameOf(email, members)}.` : "Assignee removed.");
  const submit = async (rev: number, what: Change, said: string) => {
    const { done, now } = await send({ id, rev }, what, said);
    if (done) setOpened(null);
    else if (now) setOpened((still) => still && { ...still, rev: now.rev });
  };
  const [isFixed, isSnoozed, isAccepted] = (["fixed", "snoozed", "accepted"] as const).map((one) => one === status);
  const acceptable = acceptedElsewhere === null && !isFixed;
  const mayAssign = me !== undefined && assignee !== me;
  const group = "Problems";
  useCommands([
    ...(mayAssign
      ? [{ id: "problem-mine", title: "Assign to me", group, keys: "i", decides: true, run: () => assign(me) }]
      : []),
    ...(!isFixed && !isSnoozed && !isAccepted
      ? [
          {
            id: "problem-snooze",
            title: "Snooze the problem",
            group,
            keys: "z",
            opens: true,
            run: () => open("snooze"),
          },
        ]
      : []),
    ...(acceptable && !isAccepted
      ? [
          {
            id: "problem-accept",
            title: "Accept the problem",
            group,
            keys: "e",
            opens: true,
            run: () => open("accept"),
          },
        ]
      : []),
    ...(canUndo
      ? [
          {
            id: "problem-undo",
            title: "Undo the last change",
            group,
            keys: "u",
            decides: true,
            run: () => undo(problem),
          },
        ]
      : []),
  ]);
  const Shown = opened && DIALOGS[opened.name];
  const message = refused?.id === id && !refused.comment ? refused.message : null;
  return (
    <section className={styles.actions} aria-label="Actions">
      <SaveProblem error={opened ? null : message} />
      <div className="row">
        <ActingSelect
          label="Assignee of the problem"
          hiddenLabel
          value={assignee ?? ""}
          onChange={assign}
          options={[{ value: "", label: "Assigned to nobody" }, ...peopleOptions(members, assignee)]}
        />
        {mayAssign && (
          <Button busy={busy} onClick={() => void assign(me)}>
            Assign to me
          </Button>
        )}
        {isSnoozed && (
          <Button busy={busy} onClick={() => void change({ snooze: null }, "Snooze ended.")}>
            End snooze
          </Button>
        )}
        {!isFixed && !isSnoozed && !isAccepted && (
          <Button busy={busy} onClick={() => open("snooze")}>
            Snooze
          </Button>
        )}
        {acceptable &&
          (isAccepted ? (
            <Button busy={busy} onClick={() => void change({ accept: null }, "Acceptance removed.")}>
              Remove acceptance
            </Button>
          ) : (
            <Button busy={busy} onClick={() => open("accept")}>
              Accept
            </Button>
          ))}
        <Button busy={busy} onClick={() => open("ticket")}>
          {ticket ? "Change ticket" : "Add ticket"}
        </Button>
        {canUndo && (
          <Button kind="ghost" busy={busy} onClick={() => void undo(problem)}>
            Undo the last change
          </Button>
        )}
      </div>
      {!isFixed && !isAccepted && acceptedElsewhere && <p className="remark">{acceptedElsewhere}</p>}
      {opened && Shown && (
        <Shown
          problem={problem}
          isPending={busy}
          error={message}
          onClose={() => setOpened(null)}
          onChange={(what, said) => void submit(opened.rev, what, said)}
        />
      )}
    </section>
  );
}
