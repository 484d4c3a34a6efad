// Form fields: a label, the control, and a hint or an error.
import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react";
import styles from "./Field.module.css";

type Common = { label: string; hint?: ReactNode; error?: string; hiddenLabel?: boolean };

function Around({ id, label, hint, error, hiddenLabel, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hiddenLabel ? "sr-only" : styles.label}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="note">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

const describedBy = (id: string, { hint, error }: Common): Record<string, string | boolean> => ({
  ...(hint || error
    ? { "aria-describedby": [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") }
    : {}),
  ...(error ? { "aria-invalid": true } : {}),
});

type TextProps = Common &
  Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> & { onChange: (value: string) => void };

export function TextField({ label, hint, error, hiddenLabel, onChange, ...rest }: TextProps) {
  const id = useId();
  const common = { label, hint, error, hiddenLabel };
  return (
    <Around id={id} {...common}>
      <input
        id={id}
        className={styles.control}
        onChange={({ target }) => onChange(target.value)}
        {...describedBy(id, common)}
        {...rest}
      />
    </Around>
  );
}

type AreaProps = Common &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange"> & { onChange: (value: string) => void };

export function TextArea({ label, hint, error, hiddenLabel, onChange, ...rest }: AreaProps) {
  const id = useId();
  const common = { label, hint, error, hiddenLabel };
  return (
    <Around id={id} {...common}>
      <textarea
        id={id}
        className={styles.control}
        rows={4}
        onChange={({ target }) => onChange(target.value)}
        {...describedBy(id, common)}
        {...rest}
      />
    </Around>
  );
}

export type SelectProps = Common & {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  disabled?: boolean;
  /** Whether the options are whole sentences. */
  wide?: boolean;
};

export function Select({ value, onChange, options, disabled, wide, ...common }: SelectProps) {
  const id = useId();
  return (
    <Around id={id} {...common}>
      <select
        id={id}
        className={[styles.select, wide && styles.wide].filter(Boolean).join(" ")}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
        {...describedBy(id, common)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Around>
  );
}

type CheckProps = {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  hint?: ReactNode;
};

export function Checkbox({ label, checked, onChange, disabled, hint }: CheckProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        {label}
        {hint && <span className="note"> {hint}</span>}
      </span>
    </label>
  );
}
