// Which results of a review are listed: words, what is reviewed, and the mode where there are several.
import type { RefObject } from "react";
import styles from "./Review.module.css";
import type { Look } from "./useLook.ts";
import { STANDING_WORDS } from "./words.tsx";

type Props = {
  look: Look;
  onLook: (change: Partial<Look>) => void;
  /** In which the results are; one is no choice. */
  modes: readonly string[];
  input: RefObject<HTMLInputElement | null>;
};

export function Filters({ look, onLook, modes, input }: Props) {
  return (
    <div className={styles.filters}>
      <input
        ref={input}
        type="search"
        aria-label="Filter the results"
        placeholder="Filter (/)"
        value={look.q}
        maxLength={200}
        onChange={({ target }) => onLook({ q: target.value })}
        onKeyDown={({ key, currentTarget }) => (key === "Escape" || key === "Enter") && currentTarget.blur()}
      />
      <select
        aria-label="Which results"
        value={look.show}
        onChange={({ target }) => onLook({ show: target.value as typeof look.show })}
      >
        <option value="all">All</option>
        <option value="open">{STANDING_WORDS.open}</option>
        <option value="later">{STANDING_WORDS.later}</option>
        <option value="judged">Reviewed</option>
      </select>
      {(modes.length > 1 || look.in !== "") && (
        <select aria-label="Mode" value={look.in} onChange={({ target }) => onLook({ in: target.value })}>
          <option value="">All modes</option>
          {[...new Set([...modes, look.in])]
            .filter((mode) => mode !== "")
            .map((mode) => (
              <option key={mode} value={mode}>
                {mode}
              </option>
            ))}
        </select>
      )}
    </div>
  );
}
