// Default reviewers, asked unless a request names others.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AppSettings } from "../../../../../api/endpoints/answers/app/settings.ts";
import { Button } from "../../../components/Button.tsx";
import { Card } from "../../../components/Page.tsx";
import { Person } from "../../../components/Person.tsx";
import { SaveProblem } from "../../../components/SaveProblem.tsx";
import { post } from "../../../lib/api.ts";
import { useSave } from "../../../lib/change.ts";
import { useMembers } from "../../../lib/members.ts";
import { useMay } from "../../../lib/session.ts";
import styles from "../Settings.module.css";

const PATH = "/api/app/projects/{slug}/settings";
type Wanted = { review?: { reviewers?: string[] } };

export function Reviewers({ project, data }: { project: string; data: AppSettings }) {
  const { write } = useMay();
  const queries = useQueryClient();
  const members = useMembers();
  const stored = (data.settings as Wanted).review?.reviewers ?? [];
  const [edited, setEdited] = useState<readonly string[] | null>(null);
  const chosen = edited ?? stored;
  const save = useSave(
    () => {
      const { review: _, ...others } = data.settings as Wanted;
      const settings = chosen.length > 0 ? { ...others, review: { reviewers: [...chosen] } } : others;
      return post(PATH, { params: { slug: project }, body: { settings, rev: data.rev } });
    },
    {
      stale: "settings",
      say: "Reviewers saved.",
      onSaved: (now) => {
        queries.setQueryData(["settings", project], now);
        setEdited(null);
      },
    },
  );
  // Former members stay listed until they are removed from the reviewers.
  const able = members.filter(({ role }) => role !== "viewer").map(({ email }) => email);
  const rows = [...new Set([...stored, ...able])];
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
              checked={chosen.includes(email)}
              onChange={({ target }) =>
                setEdited(target.checked ? [...chosen, email] : chosen.filter((one) => one !== email))
              }
            />
            <Person who={email} />
            {!able.includes(email) && <span className={styles.quiet}>cannot review anymore</span>}
          </label>
        ))}
      </fieldset>
      {write && (
        <div className={styles.row}>
          <SaveProblem error={save.error} />
          <Button disabled={edited === null} onClick={() => setEdited(null)}>
            Discard
          </Button>
          <Button kind="primary" disabled={edited === null} busy={save.isPending} onClick={() => save.submit()}>
            Save reviewers
          </Button>
        </div>
      )}
    </Card>
  );
}
