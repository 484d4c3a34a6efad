// Modes in which pages can be captured: defined here, referenced by scenarios.
import { useQuery } from "@tanstack/react-query";
import type { AppModes } from "../../../../../api/endpoints/answers/app/modes.ts";
import { Button } from "../../../components/Button.tsx";
import { Checkbox, TextField } from "../../../components/Field.tsx";
import { FormDialog } from "../../../components/FormDialog.tsx";
import { Card } from "../../../components/Page.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Table } from "../../../components/Table.tsx";
import { TimeZoneField } from "../../../components/TimeZoneField.tsx";
import { get, post } from "../../../lib/api.ts";
import { useOpenRow } from "../../../lib/openRow.ts";
import { useMay } from "../../../lib/session.ts";
import { useEditsOrDeletion } from "../../../lib/useEdits.ts";

const MODES = "/api/app/projects/{slug}/modes";
type Mode = AppModes["modes"][number];
const NEW_MODE: Mode = { name: "", rev: "" };
const fieldsOf = ({ rev: _, ...fields }: Mode): Omit<Mode, "rev"> => fields;

const SWITCHES = [
  { label: "Dark colors", field: "colorScheme", value: "dark" },
  { label: "Print layout (not in Firefox)", field: "media", value: "print" },
  { label: "Forced colors (Chromium only)", field: "forcedColors", value: true },
  { label: "Reduced motion", field: "reducedMotion", value: true },
] as const;

const wordsOf = ({ name: _, rev: _rev, ...options }: Mode): string =>
  Object.entries(options)
    .map(([field, value]) => `${field}: ${value}`)
    .join(", ");

export function Modes({ project }: { project: string }) {
  const { write } = useMay();
  const modes = useQuery({
    queryKey: ["modes", project],
    queryFn: ({ signal }) => get(MODES, { params: { slug: project }, signal }),
  });
  const { row, isOpen, open, close } = useOpenRow("name", modes.data?.modes);
  return (
    <Card title="Modes" actions={write && <Button onClick={() => open("new")}>New mode</Button>} flush>
      <Loaded query={modes}>
        {({ modes }) => (
          <Table
            label="Modes"
            rows={modes}
            rowKey={({ name }) => name}
            columns={[
              { title: "Name", cell: ({ name }) => name },
              { title: "Settings", cell: wordsOf, wide: true },
            ]}
            action={
              write
                ? (mode: Mode) => (
                    <Button size="small" aria-label={`Change ${mode.name}`} onClick={() => open(mode)}>
                      Change
                    </Button>
                  )
                : undefined
            }
            empty={<EmptyState title="No mode yet" text="A mode, such as dark colors, has its own baselines." />}
          />
        )}
      </Loaded>
      {isOpen && <Edit project={project} mode={row ?? NEW_MODE} others={modes.data?.modes ?? []} onClose={close} />}
    </Card>
  );
}

type EditProps = { project: string; mode: Mode; others: readonly Mode[]; onClose: () => void };

function Edit({ project, mode, others, onClose }: EditProps) {
  const isNew = mode.name === "";
  const put = ({ name, rev }: Mode, wanted: Omit<Mode, "name" | "rev"> | null) =>
    post(MODES, { params: { slug: project }, body: { name, mode: wanted, rev } });
  const { stored, fields, set, save } = useEditsOrDeletion(
    mode,
    // Of a deleted mode the form keeps the fields, so that it can be created again.
    (now) => fieldsOf(now.rev === "" ? mode : now),
    ({ stored, fields: { name, ...options } }) => put({ name, rev: name === stored.name ? stored.rev : "" }, options),
    {
      isThere: ({ rev }) => !isNew && rev !== "",
      send: (stored) => put(stored, null),
      restore: ({ name, rev: _, ...before }) => put({ name, rev: "" }, before),
      say: () => "Mode deleted.",
    },
    { stale: "modes", say: "Mode saved.", onSaved: onClose },
  );
  const { name, ...options } = fields;
  const isTaken = isNew && name !== stored.name && others.some((other) => other.name === name);
  return (
    <FormDialog
      title={isNew ? "New mode" : `Mode ${mode.name}`}
      verb="Save"
      save={save}
      complete={!isTaken}
      onClose={onClose}
    >
      {isNew && (
        <TextField
          label="Name"
          required
          maxLength={40}
          hint="Lowercase letters, digits and dashes, such as dark"
          error={isTaken ? `The mode ${name} already exists.` : undefined}
          value={name}
          onChange={(name) => set({ name })}
        />
      )}
      {SWITCHES.map(({ label, field, value }) => (
        <Checkbox
          key={field}
          label={label}
          checked={options[field] === value}
          onChange={(on) => set({ [field]: on ? value : undefined })}
        />
      ))}
      <TextField
        label="Language"
        hint="Such as de-DE"
        value={options.locale ?? ""}
        onChange={(value) => set({ locale: value === "" ? undefined : value })}
      />
      <TimeZoneField
        optional
        hint="Leave empty for UTC."
        value={options.timeZone ?? ""}
        onChange={(value) => set({ timeZone: value === "" ? undefined : value })}
      />
      <TextField
        label="Device scale"
        type="number"
        min={0.5}
        max={3}
        step="any"
        value={options.scale === undefined ? "" : String(options.scale)}
        onChange={(value) => set({ scale: value === "" ? undefined : Number(value) })}
      />
    </FormDialog>
  );
}
