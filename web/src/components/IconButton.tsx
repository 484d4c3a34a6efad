// Icon button whose accessible name is also its tooltip.
import { Tooltip } from "@base-ui/react/tooltip";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import styles from "./Button.module.css";
import hint from "./Hint.module.css";

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> & {
  /** What the button does: its accessible name and its tooltip. */
  label: string;
  children: ReactNode;
};

export function IconButton({ label, className, ...rest }: Props) {
  const classes = [styles.icon, className].filter(Boolean).join(" ");
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={<button type="button" aria-label={label} className={classes} {...rest} />} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className={hint.place}>
          <Tooltip.Popup className={hint.hint}>{label}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
