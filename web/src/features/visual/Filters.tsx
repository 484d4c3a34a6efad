// Filters of the result list: text, review status, and mode if there are several.
import type { RefObject } from "react";
import styles from "./Review.module.css";
import type { ReviewView } from "./useReviewView.ts";
import { STANDING_WORDS } from "./words.tsx";

type Props = {
  view: ReviewView;
  onView: (change: Partial<ReviewView>) => void;
  /** Modes of the results; with only one there is nothing to choose. */
  modes: readonly string[];
  input: RefObject<HTMLInputElement | null>;
};

export function Filters({ view, onView, modes, input }: Props) {
  return (
    <div className={styles.filters}>
      <input
        ref={input}
        type="search"
        aria-label="Filter the results"
        placeholder="Filter (/)"
        value={view.q}
        maxLength={200}
        onChange={({ target }) => onView({ q: target.value })}
        onKeyDown={({ key, currentTarget }) => (key === "Escape" || key === "Enter") && currentTarget.blur()}
      />
      <select
        aria-label="Which results"
        value={view.show}
        onChange={({ target }) => onView({ show: target.value as typeof view.show })}
      >
        <option value="all">All</option>
        <option value="open">{STANDING_WORDS.open}</option>
        <option value="later">{STANDING_WORDS.later}</option>
        <option value="judged">Reviewed</option>
      </select>
      {(modes.length > 1 || view.in !== "") && (
        <select aria-label="Mode" value={view.in} onChange={({ target }) => onView({ in: target.value })}>
          <option value="">All modes</option>
          {[...new Set([...modes, view.in])]
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
