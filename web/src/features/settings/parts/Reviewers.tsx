// Default reviewers, asked unless a request names others.
import { useQueryClient } from "@tanstack/react-query";
import type { AppSettings } from "../../../../../api/endpoints/answers/app/settings.ts";
import { Button } from "../../../components/Button.tsx";
import { Card } from "../../../components/Page.tsx";
import { Person } from "../../../components/Person.tsx";
import { SaveProblem } from "../../../components/SaveProblem.tsx";
import { post } from "../../../lib/api.ts";
import { useMembers } from "../../../lib/members.ts";
import { useMay } from "../../../lib/session.ts";
import { useEdits } from "../../../lib/useEdits.ts";
import styles from "../Settings.module.css";

const PATH = "/api/app/projects/{slug}/settings";
type Wanted = { review?: { reviewers?: string[] } };
const reviewersIn = ({ settings }: AppSettings) => (settings as Wanted).review?.reviewers ?? [];
/** By person, so that two people may change different ones at the same time. */
const fieldsOf = (stored: AppSettings): Readonly<Record<string, boolean>> =>
  Object.fromEntries(reviewersIn(stored).map((email) => [email, true]));

export function Reviewers({ project, data }: { project: string; data: AppSettings }) {
  const { write } = useMay();
  const queries = useQueryClient();
  const members = useMembers();
  const { stored, fields, isChanged, set, discard, save } = useEdits(
    data,
    fieldsOf,
    ({ stored, fields }) => {
      const reviewers = Object.keys(fields).filter((email) => fields[email]);
      const { review: _, ...others } = stored.settings as Wanted;
      const settings = reviewers.length > 0 ? { ...others, review: { reviewers } } : others;
      return post(PATH, { params: { slug: project }, body: { settings, rev: stored.rev } });
    },
    {
      stale: "settings",
      say: "Reviewers saved.",
      onSaved: (now, take) => {
        queries.setQueryData(["settings", project], now);
        take(now);
      },
    },
  );
  // Former members stay listed until they are removed from the reviewers.
  const able = members.filter(({ role }) => role !== "viewer").map(({ email }) => email);
  const rows = [...new Set([...reviewersIn(stored), ...able])];
  return (
    <Card title="Default reviewers">
      <p className={styles.lead}>They are preselected when somebody asks for a review of a visual test.</p>
      <fieldset className={styles.set} data-wide>
        <legend className="sr-only">Default reviewers</legend>
        {rows.map((email) => (
          <label key={email} className={styles.person}>
            <input
              type="checkbox"
              disabled={!write}
              checked={fields[email] ?? false}
              onChange={({ target }) => set({ [email]: target.checked })}
            />
            <Person who={email} />
            {!able.includes(email) && <span className="quiet">cannot review anymore</span>}
          </label>
        ))}
      </fieldset>
      {write && (
        <div className={styles.row}>
          <SaveProblem error={save.error} onUse={save.onUse} />
          <Button disabled={!isChanged} onClick={discard}>
            Discard
          </Button>
          <Button kind="primary" disabled={!isChanged} busy={save.isPending} onClick={() => save.submit()}>
            Save reviewers
          </Button>
        </div>
      )}
    </Card>
  );
}
