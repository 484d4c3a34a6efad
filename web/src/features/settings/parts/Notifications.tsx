// Notification channels, and the delivery status of each message.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AnswerOf } from "../../../../../api/endpoints/answers/named.ts";
import type { channels as channelsAnswer } from "../../../../../api/endpoints/answers/notifications.ts";
import { CHANNEL_KINDS, CHANNEL_WORDS, type ChannelKind } from "../../../../../domain/words/channels.ts";
import { Button } from "../../../components/Button.tsx";
import { Code } from "../../../components/Code.tsx";
import { Select, TextField } from "../../../components/Field.tsx";
import { FormDialog } from "../../../components/FormDialog.tsx";
import { Card } from "../../../components/Page.tsx";
import { ShownOnce } from "../../../components/ShownOnce.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Status } from "../../../components/Status.tsx";
import { Table } from "../../../components/Table.tsx";
import { TimeAgo } from "../../../components/TimeAgo.tsx";
import { get, post, remove } from "../../../lib/api.ts";
import { useChange, useSave } from "../../../lib/change.ts";
import { useMay } from "../../../lib/session.ts";
import styles from "../Settings.module.css";
import { DeleteByName } from "./DeleteByName.tsx";

type Channel = AnswerOf<typeof channelsAnswer>["channels"][number];

const KINDS = CHANNEL_KINDS.map((value) => ({ value, label: CHANNEL_WORDS[value] }));
const DELIVERY_STATUS: Record<string, string> = { delivered: "passed", failed: "failed", pending: "running" };

export function Part({ project }: { project: string }) {
  const { write } = useMay();
  const [making, setMaking] = useState(false);
  const channels = useQuery({
    queryKey: ["channels", "notification", project],
    queryFn: ({ signal }) => get("/api/notifications/channels", { signal, query: { project } }),
  });
  const deliveries = useQuery({
    queryKey: ["deliveries", "notification", project],
    queryFn: ({ signal }) => get("/api/notifications/deliveries", { signal, query: { project } }),
  });
  const redeliver = useChange(
    (id: string) => post("/api/notifications/deliveries/{id}/redeliver", { params: { id } }),
    {
      stale: "deliveries",
      say: "Sent again.",
    },
  );
  const nameOf = (channelId: string) => channels.data?.channels.find(({ id }) => id === channelId)?.name ?? channelId;
  return (
    <>
      <Card
        title="Channels"
        actions={
          write && (
            <Button kind="primary" onClick={() => setMaking(true)}>
              New channel
            </Button>
          )
        }
        flush
      >
        <Loaded query={channels}>
          {({ channels }) => (
            <Table
              label="Channels"
              rows={channels}
              rowKey={({ id }) => id}
              columns={[
                { title: "Name", cell: ({ name }) => name },
                { title: "Kind", cell: ({ kind }) => KINDS.find(({ value }) => value === kind)?.label ?? kind },
                {
                  title: "To",
                  cell: ({ url, repository, ...mail }) => url ?? repository ?? <Recipients {...mail} />,
                  wide: true,
                },
                {
                  title: "State",
                  cell: ({ enabled, offReason }) =>
                    enabled ? <Status status="ok" word="On" /> : <Status status="skipped" word={offReason ?? "Off"} />,
                },
              ]}
              action={(channel) => write && <RowActions channel={channel} />}
              empty={<EmptyState title="No channel yet" text="Channels are notified when a result changes." />}
            />
          )}
        </Loaded>
      </Card>
      <Card title="Messages" flush>
        <Loaded query={deliveries}>
          {({ deliveries }) => (
            <Table
              label="Messages"
              rows={deliveries}
              rowKey={({ id }) => id}
              columns={[
                { title: "Sent", cell: ({ createdAt }) => <TimeAgo time={createdAt} /> },
                { title: "Channel", cell: ({ channelId }) => nameOf(channelId) },
                { title: "Event", cell: ({ event }) => event, wide: true },
                {
                  title: "Outcome",
                  cell: ({ status }) => <Status status={DELIVERY_STATUS[status] ?? status} word={status} />,
                },
                {
                  title: "Last try",
                  cell: ({ tries }) => tries.at(-1)?.note || tries.at(-1)?.httpStatus || "",
                  wide: true,
                },
              ]}
              action={({ id, status }) =>
                write &&
                status !== "pending" && (
                  <Button
                    size="small"
                    busy={redeliver.isPending && redeliver.variables === id}
                    onClick={() => redeliver.mutate(id)}
                  >
                    Send again
                  </Button>
                )
              }
              empty={
                <EmptyState
                  title="No message yet"
                  text="Messages and their delivery attempts are shown here for 30 days."
                />
              }
            />
          )}
        </Loaded>
      </Card>
      {making && <Make project={project} onClose={() => setMaking(false)} />}
    </>
  );
}

function Recipients({ recipients, unconfirmed }: Pick<Channel, "recipients" | "unconfirmed">) {
  const confirmed = recipients.filter((one) => !unconfirmed.includes(one));
  return (
    <>
      {confirmed.join(", ")}
      {unconfirmed.length > 0 && <p>Waiting for confirmation: {unconfirmed.join(", ")}</p>}
    </>
  );
}

const factsOf = ({ url, repository, recipients, enabled }: Channel) => ({
  To: url ?? repository ?? recipients.join(", "),
  State: enabled ? "On" : "Off",
});

function RowActions({ channel }: { channel: Channel }) {
  const params = { id: channel.id };
  const test = useChange(() => post("/api/notifications/channels/{id}/test", { params }), {
    stale: "deliveries",
    say: "Test message queued.",
  });
  const ask = useChange(() => post("/api/notifications/channels/{id}/ask-again", { params }), {
    stale: "channels",
    say: "New link sent.",
  });
  const toggle = useChange(
    () => post("/api/notifications/channels/{id}", { params, body: { enabled: !channel.enabled, rev: channel.rev } }),
    { stale: "channels" },
  );
  return (
    <span className={styles.row}>
      {channel.unconfirmed.length > 0 && (
        <Button size="small" busy={ask.isPending} onClick={() => ask.mutate(undefined)}>
          Resend link
        </Button>
      )}
      <Button size="small" busy={test.isPending} onClick={() => test.mutate(undefined)}>
        Test
      </Button>
      <Button size="small" busy={toggle.isPending} onClick={() => toggle.mutate(undefined)}>
        {channel.enabled ? "Turn off" : "Turn on"}
      </Button>
      <DeleteByName
        thing="channel"
        name={channel.name}
        seen={channel}
        factsOf={factsOf}
        change={({ rev }) => remove("/api/notifications/channels/{id}", { params, query: { rev } })}
        stale="channels"
      >
        Its messages stop immediately, and its address, secret and recipients are deleted. This cannot be undone. To
        pause it, turn it off instead.
      </DeleteByName>
    </span>
  );
}

/** Destination field of each kind of channel. */
const PLACES: Record<ChannelKind, { field: "url" | "recipients" | "repository"; label: string; hint: string }> = {
  webhook: { field: "url", label: "Address", hint: "https; messages are signed" },
  slack: { field: "url", label: "Address of the incoming webhook", hint: "Stored encrypted and never shown again" },
  teams: { field: "url", label: "Address of the incoming webhook", hint: "Stored encrypted and never shown again" },
  email: { field: "recipients", label: "Recipients", hint: "Separate with commas. Each recipient confirms by e-mail." },
  github: { field: "repository", label: "Repository", hint: "owner/name. Leave empty for the run's repository." },
  gitlab: { field: "repository", label: "Repository", hint: "group/name. Leave empty for the run's repository." },
};

function Make({ project, onClose }: { project: string; onClose: () => void }) {
  const [name, setName] = useState("");
  const [kind, setKind] = useState<ChannelKind>("webhook");
  const [to, setTo] = useState("");
  const place = PLACES[kind];
  const make = useSave(
    () =>
      post("/api/notifications/channels", {
        body: {
          project,
          name,
          kind,
          ...(to.trim()
            ? { [place.field]: place.field === "recipients" ? to.split(",").map((one) => one.trim()) : to.trim() }
            : {}),
        },
      }),
    {
      stale: "channels",
      say: "Channel created.",
      onSaved: ({ secret, warning }) => !secret && !warning && onClose(),
    },
  );
  return (
    <FormDialog
      title="New channel"
      verb="Create channel"
      save={make}
      answer={
        make.data?.secret ? (
          <ShownOnce onDone={onClose}>
            <p>This secret signs the messages. Copy it now. You will not see it again.</p>
            <Code text={make.data.secret} />
          </ShownOnce>
        ) : make.data?.warning ? (
          <div className="form">
            <p role="status">Channel created. Recipients must confirm first. {make.data.warning}</p>
            <Button kind="primary" onClick={onClose}>
              Close
            </Button>
          </div>
        ) : null
      }
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={100} value={name} onChange={setName} />
      <Select label="Kind" value={kind} onChange={(chosen) => setKind(chosen as ChannelKind)} options={KINDS} />
      <TextField
        label={place.label}
        hint={place.hint}
        required={place.field !== "repository"}
        value={to}
        onChange={setTo}
      />
    </FormDialog>
  );
}
