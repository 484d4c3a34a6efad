// Actions on the selected problems: assign, snooze, accept, or make them count again.
import { useState } from "react";
import { ActingSelect } from "../../components/ActingSelect.tsx";
import { Button } from "../../components/Button.tsx";
import { AcceptDialog, SnoozeDialog } from "../../components/ProblemDialogs.tsx";
import { useUnseen } from "../../lib/change.ts";
import { plural } from "../../lib/format.ts";
import { nameOf, peopleOptions } from "../../lib/people.ts";
import type { Member, Problem } from "../../lib/problems.ts";
import { ACCEPT_DAYS } from "./Accept.tsx";
import styles from "./Audit.module.css";
import type { Standing } from "./groups.ts";
import { MAX_CHOSEN, useBulk } from "./useBulk.ts";

type Props = {
  project: string;
  chosen: readonly Problem[];
  standing: Standing;
  members: readonly Member[];
  /** Clears the selection. */
  onDone: () => void;
};

const NOBODY = "nobody";

export function Bulk({ project, chosen, standing, members, onDone }: Props) {
  const [opened, setOpened] = useState<"snooze" | "accept" | null>(null);
  const bulk = useBulk(project);
  const unseen = useUnseen(opened !== null);
  const open = (dialog: "snooze" | "accept") => {
    bulk.reset();
    setOpened(dialog);
  };
  const tooMany = chosen.length > MAX_CHOSEN;
  const send = async (change: Parameters<typeof bulk.mutate>[0]["change"], said: (count: string) => string) => {
    try {
      await bulk.mutateAsync({ problems: chosen, change, said });
      setOpened(null);
      onDone();
    } catch (error) {
      unseen(error);
    }
  };
  const assign = async (who: string) => {
    if (who === NOBODY) await send({ assignee: null }, (count) => `Assignee removed from ${count}.`);
    else if (who) await send({ assignee: who }, (count) => `${count} assigned to ${nameOf(who, members)}.`);
  };
  const busy = bulk.isPending || tooMany;
  return (
    <section className={styles.bulk} aria-label="Selected problems">
      <strong aria-live="polite">{plural(chosen.length, "problem")} selected</strong>
      {standing !== "fixed" && (
        <ActingSelect
          label="Assign the selected problems"
          hiddenLabel
          value=""
          disabled={busy}
          onChange={assign}
          options={[{ value: "", label: "Assign to …" }, ...peopleOptions(members), { value: NOBODY, label: "Nobody" }]}
        />
      )}
      {standing === "" && (
        <>
          <Button busy={busy} onClick={() => open("snooze")}>
            Snooze
          </Button>
          <Button busy={busy} onClick={() => open("accept")}>
            Accept
          </Button>
        </>
      )}
      {standing === "snoozed" && (
        <Button busy={busy} onClick={() => send({ snooze: null }, (count) => `Snooze ended for ${count}.`)}>
          End snooze
        </Button>
      )}
      {standing === "accepted" && (
        <Button busy={busy} onClick={() => send({ accept: null }, (count) => `Acceptance removed from ${count}.`)}>
          Remove acceptance
        </Button>
      )}
      <Button kind="ghost" onClick={onDone}>
        Clear selection
      </Button>
      {tooMany && <span className="error">At most {MAX_CHOSEN} problems can be changed together.</span>}
      {opened === "snooze" && (
        <SnoozeDialog
          title={`Snooze ${plural(chosen.length, "problem")}`}
          isPending={bulk.isPending}
          error={bulk.error}
          onClose={() => setOpened(null)}
          onSnooze={(snooze, end) => send({ snooze }, (count) => `${count} snoozed ${end}.`)}
        />
      )}
      {opened === "accept" && (
        <AcceptDialog
          title={`Accept ${plural(chosen.length, "problem")}`}
          days={ACCEPT_DAYS}
          isPending={bulk.isPending}
          error={bulk.error}
          onClose={() => setOpened(null)}
          onAccept={(accept) => send({ accept }, (count) => `${count} accepted.`)}
        >
          <p>Accepted problems stay in reports. Verdicts, gates and scores ignore them until this date.</p>
        </AcceptDialog>
      )}
    </section>
  );
}
