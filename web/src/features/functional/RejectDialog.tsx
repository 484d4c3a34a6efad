// Asks why a proposal is rejected.
import { useState } from "react";
import { TextArea } from "../../components/Field.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";

export function RejectDialog({ onClose, onReject }: { onClose: () => void; onReject: (reason: string) => void }) {
  const [reason, setReason] = useState("");
  return (
    <FormDialog
      title="Reject the proposal"
      verb="Reject"
      save={{ submit: () => onReject(reason.trim()) }}
      complete={reason.trim() !== ""}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        required
        maxLength={500}
        value={reason}
        onChange={setReason}
        hint="Shown next to the proposal."
      />
    </FormDialog>
  );
}
