// Name, site address and main branch of a project.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AppSettings } from "../../../../../api/endpoints/answers/app/settings.ts";
import { Button } from "../../../components/Button.tsx";
import { Facts } from "../../../components/Facts.tsx";
import { TextField } from "../../../components/Field.tsx";
import { OutLink } from "../../../components/Links.tsx";
import { Card } from "../../../components/Page.tsx";
import { SaveProblem } from "../../../components/SaveProblem.tsx";
import { post } from "../../../lib/api.ts";
import { problemAt } from "../../../lib/change.ts";
import { useMay } from "../../../lib/session.ts";
import { useEdits } from "../../../lib/useEdits.ts";
import styles from "../Settings.module.css";

type Stored = AppSettings["project"];
const FIELDS = ["name", "baseUrl", "mainBranch"] as const;
const fieldsOf = ({ name, baseUrl, mainBranch }: Stored) => ({ name, baseUrl, mainBranch });

export function ProjectFacts({ facts }: { facts: Stored }) {
  const { write } = useMay();
  const [editing, setEditing] = useState(false);
  return (
    <Card
      title="Name and address"
      actions={
        write &&
        !editing && (
          <Button size="small" onClick={() => setEditing(true)}>
            Change
          </Button>
        )
      }
    >
      {editing ? (
        <Form facts={facts} onDone={() => setEditing(false)} />
      ) : (
        <Facts
          of={{
            Name: facts.name,
            Address: <OutLink href={facts.baseUrl}>{facts.baseUrl}</OutLink>,
            "Main branch": <code>{facts.mainBranch}</code>,
            "Short name": (
              <>
                <code>{facts.slug}</code>, used by the command line and the API
              </>
            ),
          }}
        />
      )}
    </Card>
  );
}

function Form({ facts, onDone }: { facts: Stored; onDone: () => void }) {
  const queries = useQueryClient();
  const { slug } = facts;
  const {
    fields: wanted,
    changes,
    isChanged,
    set,
    save,
  } = useEdits(
    facts,
    fieldsOf,
    ({ stored, fields }) =>
      post("/api/app/projects/{slug}/facts", { params: { slug }, body: { ...fields, rev: stored.rev } }),
    {
      stale: "settings",
      say: "Project saved.",
      onSaved: (now) => {
        queries.setQueryData(["settings", slug], now);
        // The sidebar shows the project's name, the top bar its branch.
        void queries.invalidateQueries();
        onDone();
      },
    },
  );
  const field = (name: (typeof FIELDS)[number]) => ({
    value: wanted[name],
    required: true,
    error: problemAt(save.error, name),
    onChange: (value: string) => set({ [name]: value }),
  });
  const isShownAtField = FIELDS.some((name) => problemAt(save.error, name) !== undefined);
  return (
    <form className="form" onSubmit={save.submit}>
      <TextField label="Name" maxLength={100} {...field("name")} />
      <TextField
        label="Address"
        maxLength={2_000}
        type="url"
        hint="Used by runs without an environment. Environments have their own addresses."
        {...field("baseUrl")}
      />
      <TextField
        label="Main branch"
        maxLength={255}
        hint="Other branches use its baselines until they have their own."
        {...field("mainBranch")}
      />
      {changes.baseUrl !== undefined && (
        <p>Baselines are kept: the next visual test compares the new address with screenshots of the old one.</p>
      )}
      {changes.mainBranch !== undefined && (
        <p>
          Baselines stay on the branch they were approved on. Capture a new baseline on{" "}
          <code>{wanted.mainBranch || "the new branch"}</code> before other branches compare with it.
        </p>
      )}
      {!isShownAtField && <SaveProblem error={save.error} onUse={save.onUse} />}
      <div className={styles.row}>
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={save.isPending} disabled={!isChanged}>
          Save
        </Button>
      </div>
    </form>
  );
}
