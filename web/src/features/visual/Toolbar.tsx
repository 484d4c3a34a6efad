// Above the picture: how it is shown, how large, which region.
import {
  Blend,
  ChevronDown,
  ChevronUp,
  Columns2,
  Eye,
  History,
  Image,
  Link2,
  Scan,
  SquareDashed,
  SquareSplitHorizontal,
  Timer,
} from "lucide-react";
import type { ComponentType } from "react";
import { IconButton } from "../../components/IconButton.tsx";
import { MODES, type Mode } from "./draw.ts";
import type { Shot } from "./model.ts";
import styles from "./Review.module.css";
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
  onMode: (mode: Mode) => void;
  onZoom: () => void;
  onRegion: (by: 1 | -1) => void;
  onRegions: () => void;
  onCopy: () => void;
};

export function Toolbar({ shot, mode, zoom, region, showRegions, ...on }: Props) {
  const count = shot.regions.length;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Screenshot">
      <div className={styles.modes} role="group" aria-label="View">
        {MODES.map(({ id, key, title }) => {
          const Icon = ICONS[id];
          return (
            <IconButton
              key={id}
              label={`${title} (${key})`}
              aria-pressed={mode === id}
              onClick={() => on.onMode(id)}
              className={styles.mode}
            >
              <Icon size={16} />
            </IconButton>
          );
        })}
      </div>
      <button
        type="button"
        className={styles.zoom}
        onClick={on.onZoom}
        title={shot.kind === "tiny" ? "Enlarged or fit (z)" : "Fit or full size (z)"}
      >
        {zoom === "fit" ? "Fit" : `${Math.round(zoom * 100)} %`}
      </button>
      <span className={styles.gap} />
      {count > 0 && (
        <div className={styles.regionSteps} role="group" aria-label="Changes">
          <IconButton label="Previous change (p)" onClick={() => on.onRegion(-1)}>
            <ChevronUp size={16} />
          </IconButton>
          <span className={styles.quiet}>{region === null ? `${count} marked` : `${region + 1} of ${count}`}</span>
          <IconButton label="Next change (n)" onClick={() => on.onRegion(1)}>
            <ChevronDown size={16} />
          </IconButton>
        </div>
      )}
      <IconButton
        label={showRegions ? "Hide outlines (o)" : "Show outlines (o)"}
        aria-pressed={showRegions}
        onClick={on.onRegions}
        className={styles.mode}
      >
        {showRegions ? <SquareDashed size={16} /> : <Eye size={16} />}
      </IconButton>
      <IconButton label="Copy link (c)" onClick={on.onCopy}>
        <Link2 size={16} />
      </IconButton>
    </div>
  );
}
