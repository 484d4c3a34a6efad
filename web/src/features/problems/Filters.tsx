// Filters of the problem list.
import { Select, TextField } from "../../components/Field.tsx";
import type { Member } from "../../lib/problems.ts";
import { AREA_OPTIONS, type Filter, SEVERITY_OPTIONS, STATUS_OPTIONS } from "./model.ts";
import styles from "./Problems.module.css";

type Props = { filter: Filter; members: readonly Member[]; onChange: (change: Partial<Filter>) => void };

export function Filters({ filter, members, onChange }: Props) {
  const people = [
    { value: "", label: "Anyone" },
    { value: "me", label: "Assigned to me" },
    { value: "nobody", label: "Not assigned" },
    ...members.filter(({ you }) => !you).map(({ email, name }) => ({ value: email, label: name })),
  ];
  // A link may name the reader, or somebody who has left: a select that lacks its value would show "Anyone".
  const assignee = members.some(({ you, email }) => you && email === filter.assignee) ? "me" : filter.assignee;
  if (!people.some(({ value }) => value === assignee)) people.push({ value: assignee, label: assignee });
  const selects = [
    { name: "status", label: "Status", options: STATUS_OPTIONS },
    { name: "pillar", label: "Area", options: AREA_OPTIONS },
    { name: "severity", label: "Severity", options: SEVERITY_OPTIONS },
    { name: "assignee", label: "Assignee", options: people },
  ] as const;
  return (
    <search className={styles.filters}>
      <TextField
        label="Search problems"
        hiddenLabel
        type="search"
        maxLength={200}
        placeholder="Search problems"
        value={filter.text}
        onChange={(text) => onChange({ text })}
      />
      {selects.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          hiddenLabel
          value={name === "assignee" ? assignee : filter[name]}
          onChange={(value) => onChange({ [name]: value })}
          options={options}
        />
      ))}
    </search>
  );
}
