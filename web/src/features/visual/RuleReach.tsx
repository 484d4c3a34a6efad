// Selects the scenarios that a new rule applies to.
import { Select, TextField } from "../../components/Field.tsx";

const KINDS = ["scenario", "project", "tag", "path"] as const;
/** `named`: the tag or the path. */
export type Reach = { kind: (typeof KINDS)[number]; named: string };

const LABELS: Record<Reach["kind"], string> = {
  scenario: "This scenario",
  project: "All scenarios",
  tag: "Scenarios with a tag",
  path: "Scenarios at a path",
};
const OPTIONS = KINDS.map((value) => ({ value, label: LABELS[value] }));
const FIELDS = {
  tag: { label: "Tag", hint: "One of this scenario's tags" },
  path: { label: "Path", hint: "* is any text, such as /blog/*" },
};

/** Returns the scope in the service's notation, or null for this scenario only. */
export function scopeOf({ kind, named }: Reach): string | null {
  if (kind === "scenario") return null;
  return kind === "project" ? kind : `${kind}:${named.trim()}`;
}

type Props = { reach: Reach; url: string; onReach: (reach: Reach) => void };

/** `url`: address of the screenshot, whose path is the default suggestion. */
export function RuleReach({ reach: { kind, named }, url, onReach }: Props) {
  const choose = (value: string) => {
    const next = KINDS.find((one) => one === value) ?? "scenario";
    onReach({ kind: next, named: next === "path" ? (URL.parse(url)?.pathname ?? "") : "" });
  };
  return (
    <>
      <Select label="Applies to" value={kind} onChange={choose} options={OPTIONS} />
      {(kind === "tag" || kind === "path") && (
        <TextField
          {...FIELDS[kind]}
          value={named}
          onChange={(named) => onReach({ kind, named })}
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
        />
      )}
    </>
  );
}
