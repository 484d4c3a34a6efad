// Icon button whose accessible name is also its tooltip.
import type { ButtonHTMLAttributes, ReactNode } from "react";
import styles from "./Button.module.css";
import { Hint } from "./Hint.tsx";

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> & {
  /** What the button does: its accessible name and its tooltip. */
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
