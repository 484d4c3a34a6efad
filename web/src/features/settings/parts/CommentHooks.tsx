// Webhooks that let comments on pull requests approve or reject. A secret is shown once, when its webhook is created.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CommentHooks as Answer } from "../../../../../api/endpoints/answers/app/comments.ts";
import { Button } from "../../../components/Button.tsx";
import { Code } from "../../../components/Code.tsx";
import { Select, TextField } from "../../../components/Field.tsx";
import { FormDialog } from "../../../components/FormDialog.tsx";
import { Card } from "../../../components/Page.tsx";
import { ShownOnce } from "../../../components/ShownOnce.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Table } from "../../../components/Table.tsx";
import { TimeAgo } from "../../../components/TimeAgo.tsx";
import { get, post, remove } from "../../../lib/api.ts";
import { serviceUrl } from "../../../lib/base.ts";
import { useSave } from "../../../lib/change.ts";
import { HOST_TITLE } from "../../../lib/codeHosts.ts";
import { DeleteByName } from "./DeleteByName.tsx";

type HostName = Answer["hosts"][number];

const WITH_HOOK = "With a webhook, people approve and reject by a comment on a pull request: /plumbline approve.";

/** Falls back to the address under which this browser reaches the service, if the service has no public address. */
const absolute = (url: string): string =>
  url.startsWith("/") ? new URL(serviceUrl(url), window.location.origin).href : url;

export function CommentHooks({ project }: { project: string }) {
  const [making, setMaking] = useState(false);
  const found = useQuery({
    queryKey: ["commentHooks", project],
    queryFn: ({ signal }) => get("/api/app/projects/{slug}/comment-hooks", { params: { slug: project }, signal }),
  });
  return (
    <>
      <Loaded query={found}>
        {({ hooks, hosts }) => (
          <Card
            title="Decisions in comments"
            actions={hosts.length > 0 && <Button onClick={() => setMaking(true)}>Create webhook</Button>}
            flush={hooks.length > 0}
          >
            <Table
              label="Webhooks for comments"
              rows={hooks}
              rowKey={({ id }) => id}
              columns={[
                { title: "Repository", cell: ({ host, repository }) => `${repository} (${HOST_TITLE[host]})` },
                { title: "Address", cell: ({ url }) => <code>{absolute(url)}</code>, wide: true },
                {
                  title: "Last call",
                  cell: ({ lastCallAt }) => (lastCallAt ? <TimeAgo time={lastCallAt} /> : "never"),
                },
              ]}
              action={({ id, repository }) => (
                <DeleteByName
                  thing="webhook"
                  name={repository}
                  change={() =>
                    remove("/api/app/projects/{slug}/comment-hooks/{hookId}", {
                      params: { slug: project, hookId: id },
                    })
                  }
                  stale="commentHooks"
                >
                  Comments on pull requests no longer approve or reject. Its secret is deleted. This cannot be undone.
                </DeleteByName>
              )}
              empty={
                <EmptyState
                  title="No webhook"
                  text={hosts.length > 0 ? WITH_HOOK : `${WITH_HOOK} The service needs a token of a code host first.`}
                />
              }
            />
          </Card>
        )}
      </Loaded>
      {/* Outside the card, which is recreated with its first row and would lose the secret. */}
      {making && <Create project={project} hosts={found.data?.hosts ?? []} onClose={() => setMaking(false)} />}
    </>
  );
}

function Create({ project, hosts, onClose }: { project: string; hosts: readonly HostName[]; onClose: () => void }) {
  const [host, setHost] = useState<HostName>(hosts[0] ?? "github");
  const [repository, setRepository] = useState("");
  const create = useSave(
    () =>
      post("/api/app/projects/{slug}/comment-hooks", {
        params: { slug: project },
        body: { host, repository: repository.trim() },
      }),
    { stale: "commentHooks" },
  );
  return (
    <FormDialog
      title="Webhook for comments"
      verb="Create webhook"
      save={create}
      answer={
        create.data ? (
          <ShownOnce onDone={onClose}>
            <p>
              {create.data.host === "github"
                ? "On GitHub, add a webhook with this address and secret, content type application/json, event Issue comments."
                : "On GitLab, add a webhook with this address, the secret as signing token (before GitLab 19 as secret token), trigger Comments."}
            </p>
            <Code text={absolute(create.data.url)} />
            <p>Copy the secret now. You will not see it again.</p>
            <Code text={create.data.secret} />
          </ShownOnce>
        ) : null
      }
      onClose={onClose}
    >
      <Select
        label="Code host"
        value={host}
        onChange={(value) => setHost(hosts.find((one) => one === value) ?? host)}
        options={hosts.map((value) => ({ value, label: HOST_TITLE[value] }))}
      />
      <TextField
        label="Repository"
        required
        maxLength={200}
        placeholder={host === "github" ? "owner/name" : "group/name"}
        value={repository}
        onChange={setRepository}
      />
    </FormDialog>
  );
}
