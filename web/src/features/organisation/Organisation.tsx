// The organisation: name, members and open invitations.
import { useQuery } from "@tanstack/react-query";
import type { AnswerOf } from "../../../../api/endpoints/answers/named.ts";
import type { organisation as organisationAnswer } from "../../../../api/endpoints/answers/people.ts";
import { Button } from "../../components/Button.tsx";
import { DeleteForGood } from "../../components/DeleteForGood.tsx";
import { TextField } from "../../components/Field.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { Loaded } from "../../components/States.tsx";
import { get, post } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import { useLeave } from "../../lib/leave.ts";
import { useMay } from "../../lib/session.ts";
import { useEdits } from "../../lib/useEdits.ts";
import { Deletions } from "./Deletions.tsx";
import { Invitations } from "./Invitations.tsx";
import { Members } from "./Members.tsx";

export function Screen() {
  const { administer } = useMay();
  const organisation = useQuery({
    queryKey: ["organisation", "members"],
    queryFn: ({ signal }) => get("/api/app/organisation", { signal }),
  });
  return (
    <Loaded query={organisation}>
      {(data) => (
        <Page
          title={data.name}
          text={`Plan ${data.plan} · ${plural(data.members, "member")} · ${plural(data.projects, "project")}`}
        >
          <Members administer={administer} />
          {administer && <Invitations />}
          {administer && <Name organisation={data} />}
          {administer && <Deletions />}
          {administer && <DeleteOrganisation />}
        </Page>
      )}
    </Loaded>
  );
}

function DeleteOrganisation() {
  const leave = useLeave();
  return (
    <DeleteForGood
      thing="organisation"
      text="Deletes its projects with all of their runs, baselines and keys, and the accounts that belong to no other organisation. Everybody is signed out."
      readPlan={(signal) => get("/api/app/organisation/deletion", { signal })}
      erase={(confirm) => post("/api/app/organisation/deletion", { body: { confirm } })}
      onAsked={() => void leave()}
    />
  );
}

type Organisation = AnswerOf<typeof organisationAnswer>;
const fieldsOf = ({ name }: Organisation) => ({ name });

function Name({ organisation }: { organisation: Organisation }) {
  const { fields, isChanged, set, save } = useEdits(
    organisation,
    fieldsOf,
    ({ stored, fields }) => post("/api/app/organisation", { body: { ...fields, rev: stored.rev } }),
    { stale: "organisation", say: "Name saved.", onSaved: (now, take) => take(now) },
  );
  return (
    <Card title="Name">
      <form className="row" onSubmit={save.submit}>
        <TextField
          label="Name of the organisation"
          hiddenLabel
          required
          maxLength={100}
          value={fields.name}
          onChange={(name) => set({ name })}
        />
        <Button type="submit" busy={save.isPending} disabled={!isChanged}>
          Save
        </Button>
      </form>
      <SaveProblem error={save.error} onUse={save.onUse} />
    </Card>
  );
}
