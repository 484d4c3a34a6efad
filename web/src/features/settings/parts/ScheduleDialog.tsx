// Creates or edits a schedule: when (a preset or cron), what, and a preview of the next three times before saving.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { AnswerOf } from "../../../../../api/endpoints/answers/named.ts";
import type { schedules as schedulesAnswer } from "../../../../../api/endpoints/answers/schedules.ts";
import { EnvironmentSelect } from "../../../components/EnvironmentSelect.tsx";
import { Checkbox, Select, TextField } from "../../../components/Field.tsx";
import { FormDialog } from "../../../components/FormDialog.tsx";
import { TimeZoneField } from "../../../components/TimeZoneField.tsx";
import { get, post } from "../../../lib/api.ts";
import { changesOf } from "../../../lib/edits.ts";
import { useEdits } from "../../../lib/useEdits.ts";
import { SCHEDULE_OPTIONS } from "../../../lib/words.ts";
import styles from "../Settings.module.css";
import { scheduleBody } from "../scheduleBody.ts";
import { cronOf, HOURS, MINUTES, PRESETS, type Preset, presetOf, WEEKDAYS } from "../schedulePresets.ts";

type Schedule = AnswerOf<typeof schedulesAnswer>["schedules"][number];
type Props = { schedule: Schedule | null; project: string; onClose: () => void };

const fieldsOf = (stored: Schedule | null) => ({
  name: stored?.name ?? "",
  when: presetOf(stored?.cron ?? "0 3 * * *"),
  timeZone: stored?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  types: (stored?.types ?? ["full"]) as readonly string[],
  environment: stored?.environment ?? "",
  location: stored?.location ?? "",
});

export function ScheduleDialog({ schedule, project, onClose }: Props) {
  const [title] = useState(schedule ? `Change ${schedule.name}` : "New schedule");
  const { fields, set, save } = useEdits(
    schedule,
    fieldsOf,
    ({ stored, fields }) =>
      stored
        ? post("/api/schedules/{id}", {
            params: { id: stored.id },
            body: { ...changesOf(scheduleBody(fieldsOf(stored)), scheduleBody(fields)), rev: stored.rev },
          })
        : post("/api/schedules", { body: { project, ...scheduleBody(fields) } }),
    { stale: "schedules", say: "Schedule saved.", onSaved: onClose },
  );
  const { when, name, timeZone, types, environment, location } = fields;
  return (
    <FormDialog title={title} verb="Save" save={save} complete={types.length > 0} onClose={onClose}>
      <TextField label="Name" required maxLength={100} value={name} onChange={(name) => set({ name })} />
      <When when={when} onWhen={(when) => set({ when })} />
      <TimeZoneField
        value={timeZone}
        onChange={(timeZone) => set({ timeZone })}
        hint="Daylight saving time is handled."
      />
      <NextTimes cron={cronOf(when)} timeZone={timeZone} />
      <fieldset className={styles.set}>
        <legend>What</legend>
        {SCHEDULE_OPTIONS.map(({ value: type, label }) => (
          <Checkbox
            key={type}
            label={label}
            checked={types.includes(type)}
            onChange={(on) => set({ types: on ? [...types, type] : types.filter((one) => one !== type) })}
          />
        ))}
      </fieldset>
      <EnvironmentSelect project={project} value={environment} onChange={(environment) => set({ environment })} />
      <TextField
        label="Location"
        maxLength={32}
        value={location}
        onChange={(location) => set({ location })}
        hint="Location of the browsers, such as eu. Leave empty for the environment's location."
      />
    </FormDialog>
  );
}

function When({ when, onWhen }: { when: Preset; onWhen: (when: Preset) => void }) {
  const { kind } = when;
  return (
    <fieldset className={styles.when}>
      <legend className="sr-only">When</legend>
      <Select
        label="When"
        value={kind}
        options={PRESETS}
        onChange={(chosen) => onWhen({ ...when, kind: chosen as Preset["kind"], cron: cronOf(when) })}
      />
      {kind === "weekly" && (
        <Select
          label="Day"
          value={when.weekday}
          options={WEEKDAYS}
          onChange={(weekday) => onWhen({ ...when, weekday })}
        />
      )}
      {kind !== "cron" && kind !== "hourly" && (
        <Select label="Hour" value={when.hour} options={HOURS} onChange={(hour) => onWhen({ ...when, hour })} />
      )}
      {kind !== "cron" && (
        <Select
          label="Minute"
          value={when.minute}
          options={MINUTES}
          onChange={(minute) => onWhen({ ...when, minute })}
        />
      )}
      {kind === "cron" && (
        <TextField
          label="Cron expression"
          required
          spellCheck={false}
          value={when.cron}
          onChange={(cron) => onWhen({ ...when, cron })}
          hint="Minute, hour, day of the month, month, weekday"
        />
      )}
    </fieldset>
  );
}

/** Shows the next times as the service calculates them, or what is wrong with the expression, before saving. */
function NextTimes({ cron, timeZone }: { cron: string; timeZone: string }) {
  const query = { cron: useDeferredValue(cron.trim()), timeZone };
  const next = useQuery({
    queryKey: ["due times", query],
    queryFn: ({ signal }) => get("/api/schedules/preview", { signal, query }),
    enabled: query.cron !== "",
    placeholderData: keepPreviousData,
  });
  if (!next.data) return null;
  const { times, problem } = next.data;
  return (
    <div role="status" className={styles.next}>
      {problem ? (
        <p className="error">{problem}</p>
      ) : (
        <>
          <p className="quiet">Next runs</p>
          <ul>
            {times.map((time) => (
              <li key={time}>{inZone(time, timeZone)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Formats a time in that time zone: "Fri 27 Nov, 03:00". */
function inZone(time: string, timeZone: string): string {
  const format = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat("en-GB", { ...format, timeZone }).format(new Date(time));
  } catch {
    return new Intl.DateTimeFormat("en-GB", format).format(new Date(time));
  }
}
