// Imports a tracking plan from a file, with a preview before anything is replaced.
import { useState } from "react";
import type { AppImportedPlan, AppTracking } from "../../../../api/endpoints/answers/app/tracking.ts";
import { TextField } from "../../components/Field.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { ApiError, post } from "../../lib/api.ts";
import { useSave } from "../../lib/change.ts";
import { plural } from "../../lib/format.ts";
import { type PlanFile, readPlanFile } from "./plan.ts";
import styles from "./Tracking.module.css";

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
  const usable = read !== null && typeof read !== "string";
  const take = useSave(
    () =>
      post("/api/app/projects/{slug}/tracking/import", {
        params: { slug: project },
        body: { plan: read as PlanFile, reason },
      }),
    {
      stale: "tracking",
      say: ({ pages, events }) => [...told("Pages", pages), ...told("Events", events)].join(" "),
      onSaved: onClose,
    },
  );
  const problems = typeof read === "string" ? [read] : problemsOf(take.error);
  return (
    <FormDialog
      title="Import a plan"
      verb="Replace"
      save={{ ...take, error: null }}
      complete={usable && reason.trim() !== ""}
      onClose={onClose}
    >
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
      {problems.length > 0 && (
        <ul role="alert" className="error">
          {problems.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </FormDialog>
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
