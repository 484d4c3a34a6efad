// A button that shows an icon; its name is its hint.
import type { ButtonHTMLAttributes, ReactNode } from "react";
import styles from "./Button.module.css";
import { Hint } from "./Hint.tsx";

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> & {
  /** What it does: its name for readers, and its hint. */
  label: string;
  children: ReactNode;
};

export function IconButton({ label, className, ...rest }: Props) {
  return (
    <Hint text={label}>
      <button
        type="button"
        aria-label={label}
        className={[styles.icon, className].filter(Boolean).join(" ")}
        {...rest}
      />
    </Hint>
  );
}
