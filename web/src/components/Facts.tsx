// Names and values, one per line. Those without a value are omitted.
import type { ReactNode } from "react";
import styles from "./Facts.module.css";

export function Facts({ of }: { of: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(of)
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
