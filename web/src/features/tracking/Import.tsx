// Imports a tracking plan from a file, with a preview before anything is replaced.
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AppImportedPlan, AppTracking } from "../../../../api/endpoints/answers/app/tracking.ts";
import { Button } from "../../components/Button.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { TextField } from "../../components/Field.tsx";
import { ApiError, post } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import { toast } from "../../lib/toast.ts";
import { type PlanFile, readPlanFile } from "./plan.ts";
import styles from "./Tracking.module.css";
import { useStalePlan } from "./useRow.ts";

type Props = { project: string; plan: AppTracking; onClose: () => void };
type Counts = NonNullable<AppImportedPlan["pages"]>;

const told = (what: string, counts: Counts | null): string[] =>
  counts
    ? [
        `${what}: ${counts.created} new, ${counts.updated} changed, ${counts.removed} deleted, ${counts.unchanged} as before.`,
      ]
    : [];

export function ImportDialog({ project, plan, onClose }: Props) {
  const [reason, setReason] = useState("");
  const [read, setRead] = useState<ReturnType<typeof readPlanFile> | null>(null);
  const stale = useStalePlan(project);
  const take = useMutation({
    mutationFn: (plan: PlanFile) =>
      post("/api/app/projects/{slug}/tracking/import", { params: { slug: project }, body: { plan, reason } }),
    onSuccess: ({ pages, events }) => {
      stale();
      onClose();
      toast.say([...told("Pages", pages), ...told("Events", events)].join(" "));
    },
  });
  const usable = read !== null && typeof read !== "string";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (usable) take.mutate(read);
  };
  const problem = typeof read === "string" ? read : null;
  return (
    <Dialog title="Import a plan" open onOpenChange={(open) => !open && onClose()}>
      <form className={styles.form} onSubmit={submit}>
        <p>
          A file in the export's format: JSON with the lists <code>pages</code> and <code>events</code>. Each list
          replaces its whole section: rows that are not in the file are deleted.
        </p>
        <label className={styles.file}>
          <span>File</span>
          <input
            type="file"
            accept="application/json,.json"
            required
            onChange={async ({ target }) => {
              const [file] = target.files ?? [];
              take.reset();
              setRead(file ? readPlanFile(await file.text()) : null);
            }}
          />
        </label>
        {usable && (
          <p role="status">
            {read.pages && `${plural(read.pages.length, "page")} in place of ${plan.pages.length}. `}
            {read.events && `${plural(read.events.length, "event")} in place of ${plan.events.length}.`}
          </p>
        )}
        <TextField
          label="Reason"
          required
          maxLength={500}
          hint="Shown in the audit log."
          value={reason}
          onChange={setReason}
        />
        {(problem ?? take.error) && (
          <ul role="alert" className={styles.error}>
            {(problem ? [problem] : problemsOf(take.error)).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <Button kind="primary" type="submit" busy={take.isPending} disabled={!usable || !reason.trim()}>
          Replace
        </Button>
      </form>
    </Dialog>
  );
}

/** Maximum number of problems listed for a file. */
const MAX_FIELDS = 8;

/** Returns the problems of the file by their position in it, or the error. */
function problemsOf(error: Error | null): string[] {
  const { fields } = ((error instanceof ApiError && error.body) || {}) as { fields?: { message: string }[] };
  if (!Array.isArray(fields) || fields.length === 0) return error ? [error.message] : [];
  const said = fields.slice(0, MAX_FIELDS).map(({ message }) => message.replace(/^fields\./, ""));
  return fields.length > MAX_FIELDS ? [...said, `And ${fields.length - MAX_FIELDS} more.`] : said;
}
