// Why something could not be saved or opened, where the person is looking. If somebody else was faster, the person chooses between both versions.

import { errorText } from "../lib/api.ts";
import { newerThan } from "../lib/change.ts";
import { STARTS_OVER } from "../lib/keys.ts";
import { Button } from "./Button.tsx";

type Props = {
  error?: Error | string | null;
  /** What to do if somebody else was faster. */
  again?: string;
  /** Shows the current version instead of the person's changes. */
  onUse?: () => void;
};

export function SaveProblem({ error, again = "Your changes are still here. Save again.", onUse }: Props) {
  if (!error) return null;
  const isNewer = newerThan(error) !== null;
  return (
    <div role="alert" ref={intoView}>
      <p className="error">
        {errorText(error)}
        {isNewer && ` ${again}`}
      </p>
      {isNewer && onUse && (
        <Button size="small" onClick={onUse} {...STARTS_OVER}>
          Use current version
        </Button>
      )}
    </div>
  );
}

/** As a `ref`: scrolls a message at the end of a long form into view. */
const intoView = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: "nearest" });
};
