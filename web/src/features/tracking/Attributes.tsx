// Editor for the attributes that a page or event must have: names and expected values.
import { X } from "lucide-react";
import { useId } from "react";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/Field.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import type { Attribute } from "./plan.ts";
import styles from "./Tracking.module.css";

type Props = { attributes: readonly Attribute[]; onChange: (attributes: Attribute[]) => void };

/** Keywords that an expectation may use, besides values and patterns. */
const WORDS = [
  "required",
  "forbidden",
  "string",
  "number",
  "integer",
  "boolean",
  "array",
  "object",
  "iso-currency",
  "iso-date",
  "url",
  "email-free",
  "function",
];

export function Attributes({ attributes, onChange }: Props) {
  const list = useId();
  const change = (at: number, part: Partial<Attribute>) =>
    onChange(attributes.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <fieldset className={styles.set}>
      <legend>Attributes</legend>
      <p className={styles.quiet}>
        Expected is <code>required</code>, <code>forbidden</code>, a type such as <code>number</code>, a value such as{" "}
        <code>USD|EUR</code> or <code>item-*</code>, or <code>re:</code> and a pattern.
      </p>
      <datalist id={list}>
        {WORDS.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
      {attributes.map(({ name, expected }, at) => (
        <div key={at} className={styles.attribute}>
          <TextField
            label={`Name of attribute ${at + 1}`}
            hiddenLabel
            placeholder="items[].price"
            required
            value={name}
            onChange={(value) => change(at, { name: value })}
          />
          <TextField
            label={`Expected value of attribute ${at + 1}`}
            hiddenLabel
            placeholder="number"
            required
            list={list}
            value={expected}
            onChange={(value) => change(at, { expected: value })}
          />
          <IconButton
            label={`Remove attribute ${name || at + 1}`}
            type="button"
            onClick={() => onChange(attributes.filter((_, index) => index !== at))}
          >
            <X size={14} />
          </IconButton>
        </div>
      ))}
      <Button size="small" onClick={() => onChange([...attributes, { name: "", expected: "required" }])}>
        Add an attribute
      </Button>
    </fieldset>
  );
}
