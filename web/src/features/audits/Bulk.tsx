// Actions on the selected problems: assign, snooze, accept, or make them count again.
import { type FormEvent, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { DateField } from "../../components/DateField.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { Select, TextArea } from "../../components/Field.tsx";
import { dateIn, endOf } from "../../lib/dates.ts";
import { formatDate, plural } from "../../lib/format.ts";
import { nameOf } from "../../lib/people.ts";
import type { Member, Problem } from "../../lib/problems.ts";
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
  const sending = useRef(false);
  const tooMany = chosen.length > MAX_CHOSEN;
  const send = (change: Parameters<typeof bulk.mutate>[0]["change"], said: (count: string) => string) => {
    // The mutation's state renders only after the press, so a double click could send twice.
    if (sending.current) return;
    sending.current = true;
    bulk.mutate(
      { problems: chosen, change, said },
      {
        onSuccess: () => {
          setOpened(null);
          onDone();
        },
        onSettled: () => {
          sending.current = false;
        },
      },
    );
  };
  const assign = (who: string) => {
    if (who === "") return;
    if (who === NOBODY) send({ assignee: null }, (count) => `Assignee removed from ${count}.`);
    else send({ assignee: who }, (count) => `${count} assigned to ${nameOf(who, members)}.`);
  };
  const busy = bulk.isPending || tooMany;
  return (
    <section className={styles.bulk} aria-label="Selected problems">
      <strong aria-live="polite">{plural(chosen.length, "problem")} selected</strong>
      {standing !== "fixed" && (
        <Select
          label="Assign the selected problems"
          hiddenLabel
          value=""
          disabled={busy}
          onChange={assign}
          options={[
            { value: "", label: "Assign to …" },
            ...members.map(({ email, name, you }) => ({ value: email, label: you ? `${name} (you)` : name })),
            { value: NOBODY, label: "Nobody" },
          ]}
        />
      )}
      {standing === "" && (
        <>
          <Button busy={busy} onClick={() => setOpened("snooze")}>
            Snooze
          </Button>
          <Button busy={busy} onClick={() => setOpened("accept")}>
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
      {tooMany && <span className={styles.error}>At most {MAX_CHOSEN} problems can be changed together.</span>}
      {opened === "snooze" && (
        <Snooze
          count={chosen.length}
          busy={bulk.isPending}
          onClose={() => setOpened(null)}
          onSend={(until, note) =>
            send(
              { snooze: note ? { until: endOf(until), note } : { until: endOf(until) } },
              (count) => `${count} snoozed until ${formatDate(endOf(until))}.`,
            )
          }
        />
      )}
      {opened === "accept" && (
        <Accept
          count={chosen.length}
          busy={bulk.isPending}
          onClose={() => setOpened(null)}
          onSend={(until, reason) => send({ accept: { reason, until: endOf(until) } }, (count) => `${count} accepted.`)}
        />
      )}
    </section>
  );
}

/** The service accepts dates within 366 days. */
const DATES = { required: true, min: dateIn(1), max: dateIn(365) } as const;
const SNOOZE_DAYS = 7;
const ACCEPT_DAYS = 30;

type FormProps = {
  count: number;
  busy: boolean;
  onClose: () => void;
  onSend: (until: string, text: string) => void;
};

function Snooze({ count, busy, onClose, onSend }: FormProps) {
  const [until, setUntil] = useState(dateIn(SNOOZE_DAYS));
  const [note, setNote] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(until, note.trim());
  };
  return (
    <Dialog title={`Snooze ${plural(count, "problem")}`} open onOpenChange={(open) => !open && onClose()}>
      <form className={styles.form} onSubmit={submit}>
        <DateField label="Until" {...DATES} value={until} onChange={setUntil} />
        <TextArea label="Note" maxLength={1_000} value={note} onChange={setNote} />
        <Button kind="primary" type="submit" busy={busy} disabled={!until}>
          Snooze
        </Button>
      </form>
    </Dialog>
  );
}

function Accept({ count, busy, onClose, onSend }: FormProps) {
  const [until, setUntil] = useState(dateIn(ACCEPT_DAYS));
  const [reason, setReason] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(until, reason.trim());
  };
  return (
    <Dialog title={`Accept ${plural(count, "problem")}`} open onOpenChange={(open) => !open && onClose()}>
      <form className={styles.form} onSubmit={submit}>
        <p>Accepted problems stay in reports. Verdicts, gates and scores ignore them until this date.</p>
        <TextArea
          label="Reason"
          required
          maxLength={1_000}
          value={reason}
          onChange={setReason}
          placeholder="Why this is acceptable, or who will fix it and when"
        />
        <DateField label="Until" {...DATES} value={until} onChange={setUntil} />
        <Button kind="primary" type="submit" busy={busy} disabled={!reason.trim() || !until}>
          Accept
        </Button>
      </form>
    </Dialog>
  );
}
