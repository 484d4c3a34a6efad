// Dialogs of a problem: snooze, accept, ticket.
import { useState } from "react";
import { TextField } from "../../components/Field.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { AcceptDialog as Accept, SnoozeDialog as Snooze } from "../../components/ProblemDialogs.tsx";
import type { Problem } from "../../lib/problems.ts";
import type { Change } from "./useProblemChange.ts";

type Props = {
  problem: Problem;
  isPending: boolean;
  /** Why the last attempt was refused. */
  error: string | null;
  onClose: () => void;
  /** `said`: what was done, as a sentence. */
  onChange: (change: Change, said: string) => void;
};

export const SnoozeDialog = ({ problem: { placeCount }, onChange, ...form }: Props) => (
  <Snooze
    {...form}
    title="Snooze problem"
    placeCount={placeCount}
    onSnooze={(snooze, end) => onChange({ snooze }, `Snoozed ${end}.`)}
  />
);

export const AcceptDialog = ({ problem: _, onChange, ...form }: Props) => (
  <Accept {...form} title="Accept problem" onAccept={(accept) => onChange({ accept }, "Problem accepted.")} />
);

export function TicketDialog({ problem, onChange, onClose, ...state }: Props) {
  const [ticket, setTicket] = useState(problem.ticket ?? "");
  const named = ticket.trim() || null;
  return (
    <FormDialog
      title="Ticket of the problem"
      verb="Save"
      complete={named !== problem.ticket}
      save={{ ...state, submit: () => onChange({ ticket: named }, named ? "Ticket saved." : "Ticket removed.") }}
      onClose={onClose}
    >
      <TextField
        label="Ticket"
        maxLength={500}
        value={ticket}
        onChange={setTicket}
        hint="A key such as SHOP-12, or an address. Leave empty for none."
      />
    </FormDialog>
  );
}
