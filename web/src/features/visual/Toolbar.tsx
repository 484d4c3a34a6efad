// Toolbar above the picture: view mode, zoom, change navigation, and visible panes.
import {
  Blend,
  ChevronDown,
  ChevronUp,
  Columns2,
  Eye,
  History,
  Image,
  Link2,
  Maximize2,
  Minimize2,
  PanelLeft,
  PanelRight,
  Scan,
  SquareDashed,
  SquareSplitHorizontal,
  Timer,
} from "lucide-react";
import type { ComponentType } from "react";
import { IconButton } from "../../components/IconButton.tsx";
import type { Shot } from "./model.ts";
import type { Folded } from "./panes.ts";
import styles from "./Review.module.css";
import { MODES, type Mode } from "./scene.ts";
import type { ReviewActions } from "./useReviewCommands.ts";
import type { Zoom } from "./view.ts";

const ICONS: Record<Mode, ComponentType<{ size?: number }>> = {
  side: Columns2,
  slider: SquareSplitHorizontal,
  diff: Scan,
  blink: Timer,
  onion: Blend,
  baseline: History,
  new: Image,
};

type Props = {
  shot: Shot;
  mode: Mode;
  zoom: Zoom;
  region: number | null;
  showRegions: boolean;
  folded: Folded;
  full: boolean;
  actions: ReviewActions;
};

export function Toolbar({ shot, mode, zoom, region, showRegions, folded, full, actions }: Props) {
  const count = shot.regions.length;
  const isShown = (pane: "list" | "panel") => !full && !folded[pane];
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Screenshot">
      <span className={styles.wideOnly}>
        <IconButton
          label={`${isShown("list") ? "Fold" : "Show"} the results ([)`}
          aria-expanded={isShown("list")}
          onClick={() => actions.fold("list")}
        >
          <PanelLeft size={16} />
        </IconButton>
      </span>
      <div className={styles.modes} role="group" aria-label="View">
        {MODES.map(({ id, key, title, label }) => {
          const Icon = ICONS[id];
          return (
            <IconButton
              key={id}
              label={`${title} (${key})`}
              aria-pressed={mode === id}
              onClick={() => actions.mode(id)}
              className={styles.mode}
            >
              <Icon size={16} />
              <span className={styles.modeLabel} aria-hidden="true">
                {label}
              </span>
            </IconButton>
          );
        })}
      </div>
      <button
        type="button"
        className={styles.zoom}
        onClick={actions.zoom}
        title={shot.kind === "tiny" ? "Enlarged or fit (z)" : "Full size at the change or fit (z)"}
      >
        {zoom === "fit" ? "Fit" : `${Math.round(zoom * 100)} %`}
      </button>
      <span className={styles.gap} />
      {count > 0 && (
        <div className={styles.regionSteps} role="group" aria-label="Changes">
          <IconButton label="Previous change (p)" onClick={() => actions.region(-1)}>
            <ChevronUp size={16} />
          </IconButton>
          <span className={styles.quiet}>
            Place {(region ?? 0) + 1} of {count}
          </span>
          <IconButton label="Next change (n)" onClick={() => actions.region(1)}>
            <ChevronDown size={16} />
          </IconButton>
        </div>
      )}
      <IconButton
        label={showRegions ? "Hide outlines (o)" : "Show outlines (o)"}
        aria-pressed={showRegions}
        onClick={actions.outlines}
        className={styles.mode}
      >
        {showRegions ? <SquareDashed size={16} /> : <Eye size={16} />}
      </IconButton>
      <IconButton label="Copy link (c)" onClick={actions.copy}>
        <Link2 size={16} />
      </IconButton>
      <span className={styles.wideOnly}>
        <IconButton
          label={full ? "Leave full window (f)" : "Full window (f)"}
          aria-pressed={full}
          onClick={() => actions.full()}
        >
          {full ? <Minimize2 size={16} /> : <Maximize2 size={16} />}
        </IconButton>
        <IconButton
          label={`${isShown("panel") ? "Fold" : "Show"} the details (])`}
          aria-expanded={isShown("panel")}
          onClick={() => actions.fold("panel")}
        >
          <PanelRight size={16} />
        </IconButton>
      </span>
    </div>
  );
}
