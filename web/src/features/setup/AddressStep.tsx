// First step: the address of the site.
import { type FormEvent, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/Field.tsx";
import { ButtonLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { EmptyState } from "../../components/States.tsx";
import { post } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { addressOf } from "./flow.ts";
import styles from "./Setup.module.css";

export function AddressStep({ onMade }: { onMade: (project: string, job: string) => void }) {
  const { write } = useMay();
  const [address, setAddress] = useState("");
  const [name, setName] = useState("");
  const make = useSend({
    mutationFn: () =>
      post("/api/app/projects", {
        body: {
          address: addressOf(address),
          ...(name.trim() ? { name: name.trim() } : {}),
        },
      }),
    stale: "projects",
    onSuccess: ({ project, crawl, warnings }) => {
      for (const warning of warnings.slice(0, 3)) toast.say(warning);
      onMade(project.slug, crawl?.jobId ?? "");
    },
  });
  if (!write)
    return (
      <EmptyState
        title="Only editors can create projects"
        text="You have view access. Ask an administrator to create a project."
      >
        <ButtonLink to={paths.home()}>All projects</ButtonLink>
      </EmptyState>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <Card>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Address of the site"
          required
          placeholder="https://shop.example.com"
          inputMode="url"
          autoComplete="url"
          value={address}
          onChange={setAddress}
          hint="The crawl starts here and follows links and the sitemap of this site only."
          autoFocus
        />
        <TextField
          label="Name"
          maxLength={100}
          placeholder="Leave empty to use the site's title"
          hint="Optional."
          value={name}
          onChange={setName}
        />
        <SaveProblem error={make.error} />
        <Button kind="primary" type="submit" busy={make.isPending} disabled={!address.trim()}>
          Create project and find pages
        </Button>
      </form>
    </Card>
  );
}
